import { readFileSync } from 'node:fs';
import type { JsonSchema } from '../../src/endpoint-files/schema/json-schema.js';
import { editor, valueOf } from '../support/docs/editor.js';
import { CORPUS } from '../support/docs/endpoint-file-corpus.js';
import { weakened } from '../support/docs/weakened-schema.js';

const SCHEMA = JSON.parse(readFileSync('endpoint.schema.json', 'utf8')) as JsonSchema;

describe('endpoint.schema.json', () => {
  it('has no keyword that could be left out without a case noticing', () => {
    const schema = editor(SCHEMA);
    const values = CORPUS.map(([, text]) => valueOf(text));
    const verdicts = values.map(schema);
    const weaker = [...weakened(SCHEMA)];
    expect(weaker.length).toBeGreaterThan(200);
    const unnoticed = weaker.filter(({ schema: without }) => {
      const accepts = editor(without);
      return values.every((value, index) => accepts(value) === verdicts[index]);
    });
    expect(unnoticed.map(({ without }) => without)).toEqual([]);
  });
});
