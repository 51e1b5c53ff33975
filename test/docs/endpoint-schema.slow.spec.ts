import { readFileSync, readdirSync } from 'node:fs';
import { Ajv } from 'ajv';
import type { FileSchema } from '../../src/endpoint-files/format/file-schema.js';
import { readEndpoint } from '../../src/endpoint-files/format/read-endpoint.js';
import { CORPUS, FIXTURES, FOREIGN_VALUES, REASONS, type Verdict } from '../support/docs/endpoint-file-corpus.js';
import { AS_EDITORS, editor, valueOf } from '../support/docs/editor.js';
import { weakened } from '../support/docs/weakened-schema.js';

const SCHEMA = JSON.parse(readFileSync('endpoint.schema.json', 'utf8')) as FileSchema;

const service = (text: string) => readEndpoint('x.yaml', Buffer.from(text)).endpoint !== undefined;

const schema = editor(SCHEMA);

const expected = (verdict: Verdict) => ({
  service: verdict === 'good',
  schema: verdict === 'good' || verdict in REASONS,
});

describe('endpoint.schema.json', () => {
  it('is a schema, by the meta schema of draft-07', () => {
    const ajv = new Ajv(AS_EDITORS);
    expect([ajv.validateSchema(SCHEMA), ajv.errors]).toEqual([true, null]);
    expect(SCHEMA.$schema).toBe('http://json-schema.org/draft-07/schema#');
  });

  it.each(CORPUS)('%s: %j', (verdict, text) => {
    expect({ service: service(text), schema: schema(valueOf(text)) }).toEqual(expected(verdict));
  });

  it.each([...FOREIGN_VALUES, ['fixtures', FIXTURES] as const])(
    'says of any value what the service says: %s',
    (_, texts) => {
      const verdicts = texts.map((text) => ({ text, service: service(text), schema: schema(valueOf(text)) }));
      expect(verdicts.filter((each) => each.service !== each.schema)).toEqual([]);
      expect(new Set(verdicts.map((each) => each.service))).toEqual(new Set([true, false]));
    },
  );

  it('takes the shipped endpoints and the example of the documentation', () => {
    const page = readFileSync('docs/reference/endpoint-file.md', 'utf8');
    const [, example = ''] = /```yaml\n(.*?)```/s.exec(page) ?? [];
    const shipped = readdirSync('endpoints').filter((name) => name.endsWith('.yaml') && !name.endsWith('.test.yaml'));
    const files = [example, ...shipped.map((name) => readFileSync(`endpoints/${name}`, 'utf8'))];
    expect(files.length).toBeGreaterThan(3);
    for (const text of files) {
      expect({ service: service(text), schema: schema(valueOf(text)) }).toEqual(expected('good'));
      expect(text).toMatch(/^# yaml-language-server: \$schema=\.\.\/endpoint\.schema\.json\n/);
    }
  });

  it('has a case for every reason why it may take what the service refuses', () => {
    const used = new Set<string>(CORPUS.map(([verdict]) => verdict));
    expect(Object.keys(REASONS).filter((reason) => !used.has(reason))).toEqual([]);
  });

  it('has no keyword that could be left out without a case noticing', () => {
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
