(function () {
  'use strict';
  var table = document.getElementById('operations');
  var body = table.tBodies[0];
  var rows = Array.prototype.slice.call(body.rows);
  var heads = Array.prototype.slice.call(table.tHead.rows[0].cells);
  var names = heads.map(function (head) { return head.textContent; });
  var form = document.getElementById('filters');
  var shown = document.getElementById('shown');
  var order = new Intl.Collator('en', { numeric: true }).compare;
  rows.forEach(function (row, index) {
    row.place = index;
    row.words = row.textContent.toLowerCase();
  });

  function number(row, column) {
    var value = row.cells[column].getAttribute('data-v');
    return value === null ? NaN : Number(value);
  }

  function sort(column, down) {
    var numeric = heads[column].classList.contains('n');
    rows.sort(function (a, b) {
      var difference;
      if (numeric) {
        var x = number(a, column), y = number(b, column);
        // What was not measured comes last whichever way.
        if (isNaN(x) || isNaN(y)) { return (isNaN(x) - isNaN(y)) || a.place - b.place; }
        difference = x - y;
      } else {
        difference = order(a.cells[column].textContent, b.cells[column].textContent);
      }
      return (down ? -difference : difference) || a.place - b.place;
    });
    var all = document.createDocumentFragment();
    rows.forEach(function (row) { all.appendChild(row); });
    body.appendChild(all);
  }

  heads.forEach(function (head, column) {
    var button = document.createElement('button');
    button.type = 'button';
    button.textContent = names[column];
    head.textContent = '';
    head.appendChild(button);
    head.setAttribute('aria-sort', 'none');
    button.addEventListener('click', function () {
      var down = head.getAttribute('aria-sort') === 'ascending';
      heads.forEach(function (other) { other.setAttribute('aria-sort', 'none'); });
      head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
      sort(column, down);
    });
  });

  var filters = [];
  function labelled(words, control) {
    var label = document.createElement('label');
    label.appendChild(document.createTextNode(words));
    label.appendChild(control);
    form.appendChild(label);
  }
  [['function', 'Function'], ['level (bits)', 'Security level'], ['unit', 'Unit'], ['operation', 'Operation'],
    ['variant', 'Variant'], ['code', 'Code']].forEach(function (filter) {
    var column = names.indexOf(filter[0]);
    var values = {};
    rows.forEach(function (row) { values[row.cells[column].textContent] = true; });
    var select = document.createElement('select');
    select.id = 'filter-' + filter[1].toLowerCase().replace(' ', '-');
    select.appendChild(new Option('all', ''));
    Object.keys(values).sort(order).forEach(function (value) { select.appendChild(new Option(value, '=' + value)); });
    select.addEventListener('change', apply);
    filters.push({ column: column, select: select });
    labelled(filter[1], select);
  });
  var search = document.createElement('input');
  search.type = 'search';
  search.id = 'filter-text';
  search.addEventListener('input', apply);
  labelled('Any text in the row', search);
  var reset = document.createElement('button');
  reset.type = 'reset';
  reset.textContent = 'Show all';
  form.appendChild(reset);
  form.addEventListener('reset', function () { setTimeout(apply, 0); });
  form.addEventListener('submit', function (event) { event.preventDefault(); });

  function apply() {
    var words = search.value.trim().toLowerCase();
    var count = 0;
    rows.forEach(function (row) {
      var fits = row.words.indexOf(words) >= 0 && filters.every(function (filter) {
        var wanted = filter.select.value;
        return wanted === '' || wanted === '=' + row.cells[filter.column].textContent;
      });
      row.hidden = !fits;
      if (fits) { count += 1; }
    });
    shown.textContent = count + ' of ' + rows.length + ' operations shown';
  }

  var menu = document.querySelector('.menu');
  menu.addEventListener('click', function (event) {
    if (event.target.closest('a')) { menu.open = false; }
  });
  document.addEventListener('keydown', function (event) {
    if (event.key === 'Escape' && menu.open) {
      menu.open = false;
      menu.querySelector('summary').focus();
    }
  });
  form.hidden = false;
  shown.hidden = false;
  apply();
}());
