import { type EndpointContract, type ParameterContract } from './endpoint-contract.js';
import { readableText } from './readable-queries.js';

/** SQL of a caller's own, which only sandboxed endpoints take, and which no author's parameter may be called. */
export const SQL = 'sql';

/** It has to fit into what it is sent in: `maxBytes` of a URL or of a body. */
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
