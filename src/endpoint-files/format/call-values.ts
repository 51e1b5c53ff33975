import type { FileSchema } from './file-schema.js';
import { type YamlList, scalarText } from '../yaml/yaml-value.js';
import type { ValueRule } from './value-rule.js';

/** A value that a URL could hold. */
const SCALAR: FileSchema = { type: ['string', 'number', 'boolean'] };

export const CALL_VALUE = callValue();
/** Rule for a test's parameters. Its message says that a missing parameter is left out, not written as null. */
export const TEST_VALUE = callValue('; leave out what the URL leaves out');

function callValue(remark = ''): ValueRule<readonly string[]> {
  return {
    clause: { anyOf: [SCALAR, { type: 'array', items: SCALAR }] },
    read(value, subject, problems) {
      const values = value.kind === 'list' ? value.items : [value];
      return values.flatMap((each) => {
        if (each.kind === 'scalar' && each.value !== null) return [scalarText(each)];
        problems.add(
          'invalid_value',
          each.place,
          `${subject} is what a URL could hold: one value, or a list of them${remark}`,
        );
        return [];
      });
    },
  };
}

/** The rows of a table. Only the engine can check their content. */
export const TABLE_ROWS: ValueRule<YamlList> = {
  clause: { type: 'array' },
  read(value, subject, problems) {
    if (value.kind === 'list') return value;
    problems.add('invalid_value', value.place, `${subject} must be a list of rows; write [] for an empty table`);
    return undefined;
  },
};
