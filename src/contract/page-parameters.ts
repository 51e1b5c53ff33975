import { MAX_SLICE, SLICE, CURSOR } from '../parameters/slice-names.js';
import { type ParameterContract } from './endpoint-contract.js';

/** The parameter for the page that a call wants. @param page the parameters whose place it takes */
export function cursorParameter(page: readonly string[]): ParameterContract {
  const names = page.map((name) => `\`${name}\``).join(', ');
  const description = `The page to answer with: \`Quern-Next\` of the one before it, with the other parameters as they were. It takes the place of ${names}.`;
  return {
    name: CURSOR,
    description,
    required: false,
    array: false,
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{0,4096}$', description, 'x-googlesql-type': 'STRING' },
  };
}

const ABOUT: Readonly<Record<(typeof SLICE)[number], string>> = {
  limit: 'How many rows of the result the answer has at most; all of them if left out.',
  offset: 'How many rows of the result are passed over before them.',
};

export function sliceParameters(): readonly ParameterContract[] {
  return SLICE.map((name) => ({
    name,
    description: ABOUT[name],
    required: false,
    array: false,
    schema: {
      type: 'integer',
      minimum: 0,
      maximum: MAX_SLICE,
      description: ABOUT[name],
      'x-googlesql-type': 'INT64',
    },
  }));
}
