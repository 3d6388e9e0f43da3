//! Changes of JSON values.

use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Map, Value, json};

/// One change, at a place that is counted through the whole value.
#[derive(Clone, Debug)]
pub enum JsonChange {
    /// Another value stands there.
    Replace(Index, Value),
    /// An element or member is missing.
    Remove(Index),
    /// An element stands there twice; a member under another name as well.
    Repeat(Index),
    /// The value of one place stands at another as well.
    Copy(Index, Index),
}

impl JsonChange {
    /// Changes the value.
    pub fn apply(&self, value: &mut Value) {
        let count = count(value);
        match self {
            JsonChange::Replace(at, new) => {
                if let Some(place) = place(value, &mut at.index(count)) {
                    *place = new.clone();
                }
            }
            JsonChange::Remove(at) => within(value, *at, |parent, at| match parent {
                Value::Array(elements) => drop(elements.remove(at)),
                Value::Object(members) => {
                    if let Some(name) = members.keys().nth(at).cloned() {
                        members.remove(&name);
                    }
                }
                _ => {}
            }),
            JsonChange::Repeat(at) => within(value, *at, |parent, at| match parent {
                Value::Array(elements) => elements.insert(at, elements[at].clone()),
                Value::Object(members) => {
                    let member = members.iter().nth(at);
                    if let Some((name, value)) =
                        member.map(|(name, value)| (name.clone(), value.clone()))
                    {
                        members.insert(format!("{name}_"), value);
                    }
                }
                _ => {}
            }),
            JsonChange::Copy(from, to) => {
                let piece = place(value, &mut from.index(count)).cloned();
                if let (Some(piece), Some(target)) = (piece, place(value, &mut to.index(count))) {
                    *target = piece;
                }
            }
        }
    }
}

/// Values in a value, itself included.
fn count(value: &Value) -> usize {
    1 + match value {
        Value::Array(elements) => elements.iter().map(count).sum::<usize>(),
        Value::Object(members) => members.values().map(count).sum(),
        _ => 0,
    }
}

/// The value with a number.
fn place<'v>(value: &'v mut Value, number: &mut usize) -> Option<&'v mut Value> {
    if *number == 0 {
        return Some(value);
    }
    *number -= 1;
    match value {
        Value::Array(elements) => elements
            .iter_mut()
            .find_map(|element| place(element, number)),
        Value::Object(members) => members
            .values_mut()
            .find_map(|member| place(member, number)),
        _ => None,
    }
}

/// Changes one of the arrays and objects that are not empty, at one of its places.
fn within(value: &mut Value, at: Index, change: impl FnOnce(&mut Value, usize)) {
    let mut number = at.index(count(value));
    if let Some(parent) = place(value, &mut number) {
        let length = match parent {
            Value::Array(elements) => elements.len(),
            Value::Object(members) => members.len(),
            _ => 0,
        };
        if length > 0 {
            change(parent, at.index(length));
        }
    }
}

fn awkward() -> impl Strategy<Value = Value> {
    let nested = |depth: usize| (0..depth).fold(json!(0), |inner, _| json!([inner]));
    prop_oneof![
        3 => prop::sample::select(vec![
            Value::Null, json!(true), json!(0), json!(-1), json!(1), json!(u64::MAX), json!(i64::MIN), json!(u32::MAX),
            json!(f64::MAX), json!(f64::MIN_POSITIVE), json!(-0.0), json!(0.5), json!(""), json!("\u{0}"), json!("𝄞"),
            json!([]), json!(Map::new()), json!({"": null}), json!("../../x"), json!("core_cycles"), json!("complete"),
            json!("PASS"), json!("tsc_ticks"), json!("-1"), json!("18446744073709551615"), json!("nan"),
        ]),
        1 => any::<u64>().prop_map(Value::from),
        1 => any::<f64>().prop_map(Value::from),
        1 => "\\PC{0,20}".prop_map(Value::from),
        1 => (1_usize..200).prop_map(nested),
        1 => (0_usize..2000).prop_map(|length| json!(vec![u64::MAX; length])),
    ]
}

/// One to five changes of a JSON value.
pub fn damage_json() -> impl Strategy<Value = Vec<JsonChange>> {
    let index = any::<Index>;
    let change = prop_oneof![
        6 => (index(), awkward()).prop_map(|(at, value)| JsonChange::Replace(at, value)),
        1 => index().prop_map(JsonChange::Remove),
        1 => index().prop_map(JsonChange::Repeat),
        1 => (index(), index()).prop_map(|(from, to)| JsonChange::Copy(from, to)),
    ];
    prop::collection::vec(change, 1..6)
}
