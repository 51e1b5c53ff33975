import { InvalidKeys } from './invalid-keys.js';
import { parseKeys } from './keys-document.js';

const HASH = 'a'.repeat(64);
const OTHER_HASH = 'b'.repeat(64);

function problemsOf(text: string): readonly string[] {
  try {
    parseKeys(text, 'keys.yaml');
  } catch (error) {
    if (error instanceof InvalidKeys) return error.problems;
    throw error;
  }
  return [];
}

/** The problems of a file with one key, as `line:column: problem`; the key starts at 2:5. */
function problemsOfKey(...lines: string[]): string[] {
  const text = `keys:\n  - ${lines.join('\n    ')}\n`;
  return problemsOf(text).map((problem) => problem.replace(/^keys\.yaml:/, ''));
}

describe('parseKeys', () => {
  it('reads every field', () => {
    const text = `
# Who may call us.
keys:
  - id: dashboards
    sha256: ${HASH.toUpperCase()}
    scopes: ["usage.*", admin]
    expires: 2027-01-01T00:00:00Z
    bind: {project: abc, region: 007}
    description: "The team's screens"
    created: 2026-11-20T10:00:00Z
`;
    expect(parseKeys(text, 'keys.yaml').entries).toEqual([
      {
        key: {
          id: 'dashboards',
          scopes: ['usage.*', 'admin'],
          expiresAt: new Date('2027-01-01T00:00:00Z'),
          bind: new Map([
            ['project', 'abc'],
            ['region', '007'],
          ]),
        },
        sha256: HASH,
        description: "The team's screens",
        created: new Date('2026-11-20T10:00:00Z'),
      },
    ]);
  });

  it('keeps a hash that YAML would take for a number', () => {
    const digits = '0123456789'.repeat(7).slice(0, 64);
    const { entries } = parseKeys(`keys:\n  - {id: 42, sha256: ${digits}, scopes: ["*"]}\n`, 'keys.yaml');
    expect(entries[0]).toMatchObject({ key: { id: '42' }, sha256: digits });
  });

  it.each(['keys: []\n', 'keys:\n', '# nobody yet\nkeys:\n  # none\n'])('reads %j as no keys', (text) => {
    expect(parseKeys(text, 'keys.yaml').entries).toEqual([]);
  });

  it('takes names that every object has for ids like any other', () => {
    const ids = ['constructor', 'toString', 'hasOwnProperty'];
    const keys = ids.map(
      (id, index) => `  - {id: ${id}, sha256: ${String(index).repeat(64)}, scopes: [x], bind: {}}\n`,
    );
    expect(parseKeys(`keys:\n${keys.join('')}`, 'keys.yaml').entries.map(({ key }) => key.id)).toEqual(ids);
  });

  it.each([
    ['', 'keys.yaml:1:1: The file needs a list `keys:` at its top; `keys: []` is an empty one.'],
    ['- id: a\n', 'keys.yaml:1:1: The file needs a list `keys:` at its top; `keys: []` is an empty one.'],
    ['\nkey: []\n', 'keys.yaml:2:1: The file needs a list `keys:` at its top; `keys: []` is an empty one.'],
    ['keys: {}\n', 'keys.yaml:1:7: `keys` must be a list.'],
    ['keys: []\nversion: 1\n', 'keys.yaml:2:1: Unknown field; the file has `keys` and nothing else.'],
    ['keys:\n  - a\n', 'keys.yaml:2:5: A key is a map with `id`, `sha256` and `scopes`.'],
    ['keys:\n  -\n', 'keys.yaml:2:4: A key is a map with `id`, `sha256` and `scopes`.'],
    ['keys: []\nkeys: []\n', 'keys.yaml:2:1: Map keys must be unique.'],
    ['keys: []\n---\nkeys: []\n', expect.stringMatching(/^keys\.yaml:2:1: Source contains multiple documents/)],
    ['keys: !secret []\n', 'keys.yaml:1:7: Unresolved tag: !secret.'],
  ])('refuses %j', (text, problem) => {
    expect(problemsOf(text)).toEqual([problem]);
  });

  it.each([
    ['id: -a', '2:9: `id` must be 1 to 63 letters'],
    [`id: ${'a'.repeat(64)}`, '2:9: `id` must be'],
    ['id: a b', '2:9: `id` must be'],
    ['id: __proto__', '2:9: `id` must be'],
    ['id: env', '2:9: `id` must be'],
    ['id:', '2:8: `id` must be'],
    ['id: [a]', '2:9: `id` must be'],
  ])('refuses %s', (id, problem) => {
    expect(problemsOfKey(id, `sha256: ${HASH}`, 'scopes: [x]')).toEqual([expect.stringContaining(problem)]);
  });

  it.each([
    ['sha256: abc', '3:13: `sha256` must be the SHA-256 of the token in 64 hex digits, never the token itself.'],
    [`sha256: ${'g'.repeat(64)}`, '3:13: `sha256` must be'],
    [`sha256: ${HASH}0`, '3:13: `sha256` must be'],
    [`sha256: !!binary ${HASH}`, '3:22: `sha256` must be'],
  ])('refuses %s', (sha256, problem) => {
    expect(problemsOfKey('id: a', sha256, 'scopes: [x]')).toEqual([expect.stringContaining(problem)]);
  });

  it.each([
    ['scopes: []', '4:13: A key needs `scopes`'],
    ['scopes: usage.*', '4:13: A key needs `scopes`'],
    ['scopes:', '4:12: A key needs `scopes`'],
    ['scopes: [a, "b c"]', '4:17: A scope must be'],
    ['scopes: [[a]]', '4:14: A scope must be'],
    ['scopes: ["usage.{a,b}"]', '4:14: A scope must be'],
    ['scopes: [""]', '4:14: A scope must be'],
  ])('refuses %s', (scopes, problem) => {
    expect(problemsOfKey('id: a', `sha256: ${HASH}`, scopes)).toEqual([expect.stringContaining(problem)]);
  });

  it.each([
    ['expires: 2027-01-01', '5:14: `expires` must be a time in UTC such as 2027-01-01T00:00:00Z.'],
    ['expires: 2027-01-01T00:00:00', '5:14: `expires` must be'],
    ['expires: 2027-01-01T00:00:00+01:00', '5:14: `expires` must be'],
    ['expires: 2027-02-30T00:00:00Z', '5:14: `expires` must be'],
    ['expires: 2027-13-01T00:00:00Z', '5:14: `expires` must be'],
    ['expires: 2027-01-01T24:00:00Z', '5:14: `expires` must be'],
    ['expires: never', '5:14: `expires` must be'],
    ['expires:', '5:13: `expires` must be'],
    ['created: yesterday', '5:14: `created` must be'],
    ['description: ""', '5:18: `description` must be'],
    ['bind: project', '5:11: `bind` is a map'],
    ['bind: {project: ""}', '5:21: A bound value must be'],
    ['bind: {project: [a]}', '5:21: A bound value must be'],
    ['bind: {pro-ject: a}', '5:12: A bound parameter must be'],
    ['expiry: 2027-01-01T00:00:00Z', '5:5: Unknown field; a key has id, sha256, scopes, expires, bind'],
    [
      'budget: 50GB/day',
      '5:13: `budget` must be what runs may cost in a day: bytes billed (50GiB/day, at least 10MiB/day)',
    ],
    ['constructor: x', '5:5: Unknown field'],
    ['__proto__: {id: b}', '5:5: Unknown field'],
  ])('refuses %s', (line, problem) => {
    expect(problemsOfKey('id: a', `sha256: ${HASH}`, 'scopes: [x]', line)).toEqual([expect.stringContaining(problem)]);
  });

  it('refuses aliases', () => {
    const text = `keys:\n  - {id: a, sha256: ${HASH}, scopes: &all ["*"]}\n  - {id: b, sha256: ${OTHER_HASH}, scopes: *all}\n`;
    expect(problemsOf(text)).toContain('keys.yaml:3:95: Aliases are not read here; write the value out.');
  });

  it('refuses an id and a hash that occur twice, however the hash is spelt', () => {
    const text = `keys:
  - {id: a, sha256: ${HASH}, scopes: [x]}
  - {id: a, sha256: ${OTHER_HASH}, scopes: [x]}
  - {id: b, sha256: ${HASH.toUpperCase()}, scopes: [x]}
`;
    expect(problemsOf(text)).toEqual([
      'keys.yaml:3:5: The id `a` occurs twice.',
      'keys.yaml:4:5: This `sha256` occurs twice: one token cannot be two keys.',
    ]);
  });

  it('reports all problems at once', () => {
    const text = `keys:\n  - scopes: [" "]\n    expires: soon\n  - id: b\n    scope: x\n`;
    expect(problemsOf(text).map((problem) => problem.slice(0, problem.indexOf(': ')))).toEqual([
      'keys.yaml:2:5',
      'keys.yaml:2:5',
      'keys.yaml:2:14',
      'keys.yaml:3:14',
      'keys.yaml:5:5',
      'keys.yaml:4:5',
      'keys.yaml:4:5',
    ]);
  });

  it.each([10, 40, 60, 110])('refuses a file torn after %d characters', (length) => {
    const text = `keys:\n  - id: a\n    sha256: ${HASH}\n    scopes: ["usage.*"]\n`;
    expect(problemsOf(text)).toEqual([]);
    expect(problemsOf(text.slice(0, length))).not.toEqual([]);
  });

  it('never repeats a token that was pasted into the wrong place', () => {
    const token = 'quern_c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LXNlY3I';
    for (const field of [
      'id: ++',
      'sha256: ',
      'scopes: [! ',
      'expires: ',
      'bind: ',
      'token: ',
      '',
      '"',
      '*',
      '? ',
      'scopes: *',
    ]) {
      const problems = problemsOf(`keys:\n  - sha256: ${HASH}\n    ${field}${token}\n`);
      expect(problems).not.toEqual([]);
      expect(problems.join()).not.toContain(token);
    }
  });
});
