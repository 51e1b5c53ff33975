import { type EndpointContract, type ParameterContract } from './endpoint-contract.js';
import { readableText } from './readable-queries.js';

/** The parameter for SQL of a caller's own, which only sandboxed endpoints take; no author may declare it. */
export const SQL = 'sql';

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
  return {
    name: SQL,
    description,
    required: false,
    array: false,
    schema: {
      type: 'string',
      maxLength: maxBytes,
      description,
      'x-quern-dialect': dialect,
      'x-googlesql-type': 'STRING',
    },
  };
}
