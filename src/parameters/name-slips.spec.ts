import { nameBeforeBrackets, slipOf } from './name-slips.js';

const NAMES = ['project', 'statuses', 'ids', 'to', 'q', 'iso_timestamp_start'];

describe('slipOf', () => {
  it.each([
    ['PROJECT', 'project'],
    ['Project', 'project'],
    ['project[]', 'project'],
    ['Project[id]', 'project'],
    ['statuses[0]', 'statuses'],
    ['statuses[0][x]', 'statuses'],
    ['projct', 'project'],
    ['projectt', 'project'],
    ['xproject', 'project'],
    ['prokect', 'project'],
    ['porject', 'project'],
    ['projcet', 'project'],
    ['PORJECT[]', 'project'],
    ['status', undefined],
    ['statuse', 'statuses'],
    ['id', 'ids'],
    ['isoTimestamp_start', 'iso_timestamp_start'],
    ['isoTimestampStart', undefined],
    // One or two letters would be one letter off everything: of these only case and brackets count.
    ['TO', 'to'],
    ['To[]', 'to'],
    ['Q[0]', 'q'],
    ['ot', undefined],
    ['t', undefined],
    ['too', undefined],
    ['_', undefined],
    ['p', undefined],
    ['', undefined],
    ['[]', undefined],
    ['prject_', undefined],
    ['orpject', undefined],
    ['utm_source', undefined],
    ['x'.repeat(16_000), undefined],
  ])('of %.30s is %s', (name, slip) => {
    expect(slipOf(name, NAMES)).toBe(slip);
  });

  it('is the same name but for its case before one with another letter', () => {
    expect(slipOf('FORM', ['from', 'form'])).toBe('form');
    expect(slipOf('item', ['items', 'itm'])).toBe('items');
  });

  it('is never found where there are no names', () => {
    expect(slipOf('project', [])).toBeUndefined();
  });
});

describe('nameBeforeBrackets', () => {
  it.each([
    ['statuses[]', 'statuses'],
    ['statuses', undefined],
    ['statuses[0]', undefined],
    ['statuses[][]', 'statuses[]'],
    ['statuses[]x', undefined],
  ])('of %s is %s', (written, name) => {
    expect(nameBeforeBrackets(written)).toBe(name);
  });
});
