import { SCALAR_KINDS, type SqlType, wholeTypeName } from '../googlesql/types/types.js';
import { columnTypeOf } from './column-type.js';

const INT64 = { kind: 'INT64' };

describe('columnTypeOf', () => {
  it.each(SCALAR_KINDS)('reads %s', (kind) => {
    expect(columnTypeOf(kind)).toEqual({ kind });
  });

  it('reads what the engines call nested types', () => {
    const type: SqlType = {
      kind: 'ARRAY',
      element: {
        kind: 'STRUCT',
        fields: [
          { name: 'a', type: { kind: 'ARRAY', element: { kind: 'INT64' } } },
          { name: '', type: { kind: 'STRUCT', fields: [{ name: 'STRING', type: { kind: 'INT64' } }] } },
          { name: 'a b', type: { kind: 'INT64' } },
        ],
      },
    };
    expect(columnTypeOf(wholeTypeName(type))).toEqual({
      kind: 'ARRAY',
      element: {
        kind: 'STRUCT',
        fields: [
          { name: 'a', text: 'ARRAY<INT64>', type: { kind: 'ARRAY', element: INT64 } },
          {
            name: '',
            text: 'STRUCT<STRING INT64>',
            type: { kind: 'STRUCT', fields: [{ name: 'STRING', text: 'INT64', type: INT64 }] },
          },
          { name: 'a b', text: 'INT64', type: INT64 },
        ],
      },
    });
    expect(columnTypeOf('RANGE<DATE>')).toEqual({ kind: 'RANGE', element: { kind: 'DATE' } });
    expect(columnTypeOf('STRUCT<>')).toEqual({ kind: 'STRUCT', fields: [] });
  });

  it.each(['', 'int64', 'INT64 ', 'VECTOR', 'ARRAY<VECTOR>', 'STRUCT<a>', 'STRUCT<a VECTOR, b INT64>'])(
    'does not guess what %j is',
    (text) => {
      expect(columnTypeOf(text)).toBeUndefined();
    },
  );
});
