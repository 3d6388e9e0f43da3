//! Axes.

/// From values to places.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scale {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
    logarithmic: bool,
}

impl Scale {
    /// A logarithmic axis around positive values; `None` without any.
    pub(super) fn logarithmic(
        values: impl Iterator<Item = f64>,
        from: f64,
        to: f64,
    ) -> Option<Scale> {
        let (low, high) = extent(values.filter(|value| *value > 0.0 && value.is_finite()))?;
        let (mut low, mut high) = (low / 1.15, high * 1.15);
        // At least one power of ten is in sight.
        let nearest = 10f64.powf((low * high).sqrt().log10().round());
        (low, high) = (low.min(nearest), high.max(nearest));
        Some(Scale {
            low: low.log10(),
            high: high.log10(),
            from,
            to,
            logarithmic: true,
        })
    }

    pub(super) fn linear(low: f64, high: f64, from: f64, to: f64) -> Scale {
        Scale {
            low,
            high: if high > low { high } else { low + 1.0 },
            from,
            to,
            logarithmic: false,
        }
    }

    /// Where a value is; what lies outside is at the end.
    pub(super) fn at(&self, value: f64) -> f64 {
        let value = if self.logarithmic {
            value.max(f64::MIN_POSITIVE).log10()
        } else {
            value
        };
        let part = (value - self.low) / (self.high - self.low);
        self.from + part.clamp(0.0, 1.0) * (self.to - self.from)
    }

    /// Round values on the axis.
    pub(super) fn ticks(&self) -> Vec<f64> {
        if self.logarithmic {
            let decades = self.low.ceil() as i32..=self.high.floor() as i32;
            let wide = self.high - self.low > 2.0;
            let factors: &[f64] = if wide { &[1.0] } else { &[1.0, 2.0, 5.0] };
            return (*decades.start() - 1..=*decades.end())
                .flat_map(|decade| {
                    factors
                        .iter()
                        .map(move |factor| factor * 10f64.powi(decade))
                })
                .filter(|tick| (self.low..=self.high).contains(&tick.log10()))
                .collect();
        }
        let span = self.high - self.low;
        let rough = span / 5.0;
        let decade = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0]
            .map(|factor| factor * decade)
            .into_iter()
            .find(|step| *step >= rough)
            .unwrap_or(span);
        let first = (self.low / step).ceil() as i64;
        let last = (self.high / step + 1e-9).floor() as i64;
        (first..=last).map(|index| index as f64 * step).collect()
    }
}

fn extent(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    values.fold(None, |extent, value| {
        let (low, high) = extent.unwrap_or((value, value));
        Some((value.min(low), value.max(high)))
    })
}

/// A round value on an axis: `200`, `10 k`, `5 M`.
pub(super) fn tick(value: f64) -> String {
    for (size, unit) in [(1e9, " G"), (1e6, " M"), (1e3, " k")] {
        if value >= size {
            return format!("{}{unit}", (value / size * 1000.0).round() / 1000.0);
        }
    }
    format!("{}", (value * 1e6).round() / 1e6)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_inside() {
        let scale = Scale::logarithmic([300.0, 2e6].into_iter(), 0.0, 100.0).unwrap();
        assert_eq!(scale.ticks(), [1e3, 1e4, 1e5, 1e6]);
        assert!(scale.at(300.0) > 0.0 && scale.at(2e6) < 100.0);
        let narrow = Scale::logarithmic([204e3, 510e3].into_iter(), 0.0, 100.0).unwrap();
        assert!(narrow.ticks().len() >= 2, "{:?}", narrow.ticks());
        assert_eq!(
            Scale::linear(0.0, 1.0, 0.0, 100.0).ticks(),
            [0.0, 0.2, 0.4, 0.6000000000000001, 0.8, 1.0]
        );
        assert!(Scale::logarithmic([0.0].into_iter(), 0.0, 1.0).is_none());
        assert_eq!(
            (tick(2e5).as_str(), tick(1e6).as_str(), tick(50.0).as_str()),
            ("200 k", "1 M", "50")
        );
    }

    #[test]
    fn equal_values_are_a_place() {
        let scale = Scale::logarithmic([5.0, 5.0].into_iter(), 0.0, 100.0).unwrap();
        assert!(scale.at(5.0).is_finite());
        assert!(Scale::linear(0.0, 0.0, 0.0, 100.0).at(0.0).is_finite());
    }
}
