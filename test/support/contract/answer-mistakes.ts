import { answerSchema, type EndpointContract, rowSchema } from '../../../src/contract/endpoint-contract.js';
import { type JsonSchema } from '../../../src/contract/json-schema.js';
import { LISTED_ENDPOINT, LISTED_FOR_ADMIN } from '../../../src/contract/listing/listed-schema.js';
import { ENDPOINT_HISTORY, EXPLANATION, SPEND } from '../../../src/contract/listing/details-schema.js';
import { META_SCHEMA } from '../../../src/contract/openapi/shared-schemas.js';
import { SQL_ROW_SCHEMA } from '../../../src/contract/openapi/document.js';
import { PROBLEM, problemHeaders, problemOf } from '../../../src/contract/openapi/problem-responses.js';
import { OF_ANSWERS, RESPONSE_HEADERS, type ResponseHeader } from '../../../src/contract/openapi/response-headers.js';
import { OF_ACCEPTED, OF_RUNS, RUN_SCHEMA } from '../../../src/contract/openapi/run-operations.js';
import { mistakes, mistakesOfAnswer } from './schemas.js';

/** An answer as it was written, its body without any coding. */
export interface SentAnswer {
  readonly status: number;
  /** Header fields by their names in lower case. */
  readonly fields: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Header fields of the connection and of contents, which no document names, and those of CORS. */
const STANDARD =
  /^(?:date|connection|keep-alive|transfer-encoding|content-(?:type|length)|x-content-type-options|access-control-.*)$/;

function mistakesOfFields({ fields }: SentAnswer, documented: readonly ResponseHeader[]): readonly string[] {
  const names = documented.map((name) => name.toLowerCase());
  const others = Object.keys(fields).filter((name) => !names.includes(name) && !STANDARD.test(name));
  const missing = documented.filter((name) => RESPONSE_HEADERS[name].required && !(name.toLowerCase() in fields));
  const wrong = documented.filter((name) => {
    const text = fields[name.toLowerCase()];
    const { schema } = RESPONSE_HEADERS[name];
    const value = 'type' in schema && schema.type === 'integer' ? Number(text) : text;
    return text !== undefined && mistakesOfAnswer(schema, value).length > 0;
  });
  return [
    ...others.map((name) => `${name} is in no document`),
    ...missing.map((name) => `${name} is missing`),
    ...wrong.map((name) => `${name} is ${fields[name.toLowerCase()] ?? ''}`),
  ];
}

/** `hasBody`: there is one to be looked at. `isOwn`: its rows have the endpoint's own columns, and not those of a caller's SQL. */
export function mistakesOfRows(
  answer: SentAnswer,
  contract: EndpointContract,
  { hasBody, isOwn }: { readonly hasBody: boolean; readonly isOwn: boolean },
): readonly string[] {
  const found = [...mistakesOfFields(answer, [...OF_ANSWERS, 'Content-Encoding'])];
  if (!hasBody) return found;
  const body = JSON.parse(answer.body.toString()) as { result: readonly object[]; meta?: object };
  const row = isOwn ? rowSchema(contract) : SQL_ROW_SCHEMA;
  found.push(...mistakesOfAnswer(answerSchema(row, contract.maxRows, META_SCHEMA), body));
  const names = isOwn ? contract.columns?.map(({ name }) => name) : undefined;
  const other = body.result.find((each) => names && String(Object.keys(each)) !== String(names));
  if (other) found.push(`a row has ${String(Object.keys(other))} instead of ${String(names)}`);
  if ('meta' in body !== (answer.fields['preference-applied'] === 'include=meta'))
    found.push('meta is there unasked, or not');
  return found;
}

/** The mistakes of an answer at `rows.<form>`. */
export function mistakesOfFile(answer: SentAnswer): readonly string[] {
  return mistakesOfFields(answer, [...OF_ANSWERS, 'Content-Disposition', 'Content-Encoding']);
}

/** The mistakes of a 202, and of a 200 that says how far its run has come. */
export function mistakesOfRun(answer: SentAnswer): readonly string[] {
  const found = [...mistakesOfFields(answer, answer.status === 202 ? OF_ACCEPTED : OF_RUNS)];
  if (answer.body.length === 0) return found;
  const { result } = JSON.parse(answer.body.toString()) as { result: object };
  return [...found, ...mistakesOfAnswer(RUN_SCHEMA, result)];
}

export function mistakesOfProblem(answer: SentAnswer, isHead: boolean): readonly string[] {
  const { status, fields, body } = answer;
  const found = [...mistakesOfFields(answer, problemHeaders(status))];
  if (!fields['content-type']?.startsWith('application/problem+json')) found.push('it is no problem');
  if (isHead) return found;
  const problem: unknown = JSON.parse(body.toString());
  return [...found, ...mistakesOfAnswer(PROBLEM, problem), ...mistakes(problemOf(status), problem)];
}

/** The mistakes of a list, or of one endpoint. An endpoint with its query is one as only operators are told of it. */
export function mistakesOfListing({ body }: SentAnswer): readonly string[] {
  const { result, ...others } = JSON.parse(body.toString()) as {
    result: object | readonly object[];
    problems?: unknown;
  };
  const endpoints = Array.isArray(result) ? (result as readonly object[]) : [result];
  const schema = (endpoint: object): JsonSchema => ('query' in endpoint ? LISTED_FOR_ADMIN : LISTED_ENDPOINT);
  const names = Object.keys(others).filter((name) => name !== 'problems');
  return [
    ...endpoints.flatMap((each) => mistakesOfAnswer(schema(each), each)),
    ...names.map((name) => `${name} is in no schema`),
  ];
}

/** Schemas of the answers that operators get beside the listing, by the end of the path. */
const DETAILS = { explain: EXPLANATION, history: ENDPOINT_HISTORY, spend: SPEND };
export type Detail = keyof typeof DETAILS;

export function mistakesOfDetails({ body }: SentAnswer, detail: Detail): readonly string[] {
  const { result, ...others } = JSON.parse(body.toString()) as { result: object };
  return [
    ...mistakesOfAnswer(DETAILS[detail], result),
    ...Object.keys(others).map((name) => `${name} is in no schema`),
  ];
}
