import { type EndpointContract, type ParameterContract } from './endpoint-contract.js';

/** SQL of a caller's own, which only sandboxed endpoints take, and which no author's parameter may be called. */
export const SQL = 'sql';

/** It has to fit into what it is sent in: `maxBytes` of a URL or of a body. */
export function sqlParameter({ sandboxing }: EndpointContract, maxBytes: number): ParameterContract {
  const dialect = sandboxing === 'lenient' ? 'lenient' : 'googlesql';
  const words = dialect === 'lenient' ? 'GoogleSQL, or close to it' : 'GoogleSQL';
  const description = `A SELECT of the caller’s own, in ${words}, in place of the endpoint’s. It reads the queries of the endpoint’s WITH, and rows have its columns.`;
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
