import { CURSOR, MAX_SLICE, SLICE, SQL } from '../parameters/reserved-names.js';
import { type EndpointContract, type ParameterContract } from './endpoint-contract.js';
import { type JsonSchema } from './json-schema.js';
import { readableText } from './readable-queries.js';

/**
 * The parameter for the page that a call wants.
 *
 * @param page the parameters whose place it takes
 * @param next what its value is called in an answer
 */
export function cursorParameter(page: readonly string[], next = 'Quern-Next'): ParameterContract {
  const names = page.map((name) => `\`${name}\``).join(', ');
  const description = `The page to answer with: \`${next}\` of the one before it, with the other parameters as they were. It takes the place of ${names}.`;
  return undeclared(CURSOR, 'STRING', description, { type: 'string', pattern: '^[A-Za-z0-9_-]{0,4096}$' });
}

const ABOUT: Readonly<Record<(typeof SLICE)[number], string>> = {
  limit: 'How many rows of the result the answer has at most; all of them if left out.',
  offset: 'How many rows of the result are passed over before them.',
};

export function sliceParameters(): readonly ParameterContract[] {
  return SLICE.map((name) =>
    undeclared(name, 'INT64', ABOUT[name], { type: 'integer', minimum: 0, maximum: MAX_SLICE }),
  );
}

/** The parameter `sql`, which has to fit into a URL or a body of `maxBytes`. */
export function sqlParameter(
  { sandboxing, readable }: Pick<EndpointContract, 'sandboxing' | 'readable'>,
  maxBytes: number,
): ParameterContract {
  const dialect = sandboxing === 'lenient' ? 'lenient' : 'googlesql';
  const words = dialect === 'lenient' ? 'GoogleSQL, or close to it' : 'GoogleSQL';
  const queries = readable
    ? `: ${readableText(readable)}. Their types are in \`readable\` of the listing. Rows`
    : ', and rows';
  const description = `A SELECT of the caller’s own, in ${words}, in place of the endpoint’s. It reads the queries of the endpoint’s WITH${queries} have its columns.`;
  return undeclared(SQL, 'STRING', description, { type: 'string', maxLength: maxBytes, 'x-quern-dialect': dialect });
}

/** A parameter that no file declares. */
function undeclared(name: string, type: string, description: string, values: JsonSchema): ParameterContract {
  const schema = { ...values, description, 'x-googlesql-type': type };
  return { name, required: false, array: false, schema };
}
