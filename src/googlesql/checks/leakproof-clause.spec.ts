import { readFileSync } from 'node:fs';
import { parse as parseYaml } from 'yaml';
import { parse } from '../grammar/parse.js';
import { isLeakproofClause } from './leakproof-clause.js';

const isProof = (query: string) => {
  const clause = parse(query).with;
  return clause !== undefined && isLeakproofClause(clause);
};
const withQuery = (query: string) => `WITH q AS (${query}) SELECT 1 AS x FROM q`;

describe('a WITH of which nothing can fail', () => {
  it.each([
    'SELECT * FROM logs WHERE project = @project',
    'SELECT * EXCEPT (project), l.* EXCEPT (project) FROM logs AS l WHERE NOT (project != @project)',
    'SELECT id, metadata[SAFE_OFFSET(0)].level AS level FROM logs WHERE metadata[SAFE_OFFSET(0)].project = @project',
    'SELECT l.id FROM logs AS l LEFT JOIN owners AS o ON o.id = l.id AND o.project = @project /* all */',
    'SELECT t.id FROM logs AS t CROSS JOIN UNNEST(t.metadata) AS m WHERE m.project = @project',
    'SELECT id FROM logs WHERE project IN UNNEST(@projects) AND timestamp > COALESCE(@start, CURRENT_TIMESTAMP())',
    'SELECT id FROM logs WHERE id IN (SELECT id FROM owners WHERE project = @project) ORDER BY id LIMIT 10',
    'SELECT level, COUNT(*) AS n FROM logs WHERE project = @project GROUP BY level',
  ])('has %s', (query) => {
    expect(isProof(withQuery(query))).toBe(true);
  });

  it('is that of the how-to for Supabase Studio', () => {
    const { query } = parseYaml(readFileSync('docs/how-to/supabase-studio.yaml', 'utf8')) as { query: string };
    expect(isProof(query)).toBe(true);
  });

  it.each([
    'SELECT i + i AS c FROM logs WHERE project = @project',
    'SELECT CAST(s AS INT64) AS c FROM logs WHERE project = @project',
    'SELECT SUBSTR(s, i) AS c FROM logs WHERE project = @project',
    'SELECT metadata[OFFSET(0)].level AS level FROM logs WHERE project = @project',
    'SELECT id FROM logs WHERE project = @project AND 1 / i > 0',
    'SELECT id FROM logs WHERE project = @project AND s LIKE @pattern',
    'SELECT id FROM logs WHERE project = @project AND REGEXP_CONTAINS(s, @pattern)',
    'SELECT id FROM logs WHERE project = COALESCE(ERROR(s), @project)',
    'SELECT l.id FROM logs AS l JOIN owners AS o ON o.id = l.id AND 1 / i > 0 WHERE o.project = @project',
    'SELECT l.id FROM logs AS l JOIN (SELECT id / 0 AS id FROM owners) AS o ON o.id = l.id',
    'SELECT id FROM logs WHERE id IN (SELECT id / 0 FROM owners WHERE project = @project)',
    'SELECT id FROM logs WHERE id / 0 IN (SELECT id FROM owners)',
    'SELECT id FROM logs WHERE (SELECT o.project FROM owners AS o WHERE o.id = logs.id) = @project',
    'SELECT id FROM logs WHERE project = @project LIMIT @n',
    'SELECT * REPLACE (1 / i AS i) FROM logs WHERE project = @project',
    'SELECT id FROM logs WHERE project = @project QUALIFY ROW_NUMBER() OVER (ORDER BY 1 / i) = 1',
    'SELECT id FROM logs UNION ALL SELECT 1 / i FROM logs',
    'FROM logs |> WHERE project = @project',
  ])('has no %s', (query) => {
    expect(isProof(withQuery(query))).toBe(false);
  });

  it('has nothing of the kind in any of its queries', () => {
    expect(isProof('WITH a AS (SELECT i FROM logs), b AS (SELECT 1 / i AS c FROM a) SELECT 1 AS x FROM a')).toBe(false);
    expect(isProof('WITH RECURSIVE a AS (SELECT i FROM logs) SELECT 1 AS x FROM a')).toBe(false);
  });
});
