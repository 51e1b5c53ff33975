import { readFileSync } from 'node:fs';
import { sqlFile } from '../sql-file.js';
import { SAMPLE_PROJECTS } from './projects.js';

const projectShares = SAMPLE_PROJECTS.flatMap(({ name, shares }) => Array.from({ length: shares }, () => `'${name}'`));

const functionsByProject = SAMPLE_PROJECTS.map(({ name, functions }) => {
  const list = functions.map((f) => `{'id': '${f.id}', 'name': '${f.name}'}`).join(', ');
  return `WHEN '${name}' THEN pick(n, 'function', [${list}])`;
});

/** The macros of `macros.sql`, and those that choose among the sample projects. */
export function sampleMacros(): string {
  return `${readFileSync(sqlFile('macros.sql', import.meta.url), 'utf8')}
    CREATE MACRO project_of(n) AS pick(n, 'project', [${projectShares.join(', ')}]);
    CREATE MACRO function_of(n, project) AS CASE project ${functionsByProject.join(' ')} END;
  `;
}
