import { type DocumentedEndpoint } from '../openapi/read-document.js';
import { SQL } from '../../parameters/reserved-names.js';
import { objectText, typeText } from './type-text.js';
import { comment, textLiteral } from './words.js';

const HEAD = `// Written by \`quern types\`: what a key may call. Write it anew when the endpoints change.\n\n`;

/**
 * TypeScript's types for the endpoints of a document: an interface each for the parameters and the row of an endpoint, and all of them by
 * name in `Endpoints`, which the client takes.
 */
export function typesText(endpoints: readonly DocumentedEndpoint[]): string {
  const names = interfaceNames(endpoints.map(({ name }) => name));
  const entries = endpoints.map((endpoint) => ({ endpoint, base: names.get(endpoint.name) ?? '' }));
  const map = entries.map(
    ({ endpoint: { name }, base }) => `  ${textLiteral(name)}: { parameters: ${base}Parameters; row: ${base}Row };\n`,
  );
  return [
    HEAD,
    ...entries.map(({ endpoint, base }) => parametersText(endpoint, base) + rowText(endpoint, base)),
    `/** Every endpoint by its name. */\nexport interface Endpoints {\n${map.join('')}}\n`,
  ].join('');
}

function parametersText({ name, description, parameters }: DocumentedEndpoint, base: string): string {
  const note = parameters.has(SQL) ? '\nWith `sql`, rows have columns of their own.' : '';
  const about = comment(`What \`${name}\` takes.\n${description}${note}`);
  const given = Array.from(parameters);
  const schema = {
    properties: Object.fromEntries(given.map(([each, parameter]) => [each, parameter.schema])),
    required: given.filter(([, { required }]) => required).map(([each]) => each),
  };
  // An empty interface would take any object.
  const none = `export type ${base}Parameters = Readonly<Record<string, undefined>>;`;
  const declaration =
    given.length === 0 ? none : `export interface ${base}Parameters ${objectText(schema, 'readonly')}`;
  return `${about}${declaration}\n\n`;
}

function rowText({ name, row }: DocumentedEndpoint, base: string): string {
  const unknown = comment(`A row of \`${name}\`, whose columns are not known, since its query could not be checked.`);
  if (!row) return `${unknown}export type ${base}Row = Record<string, unknown>;\n\n`;
  return `${comment(`A row of \`${name}\`.`)}export interface ${base}Row ${typeText(row, 'mutable')}\n\n`;
}

/**
 * Names of the types of each endpoint: its name in PascalCase, `usage.api-counts` as `UsageApiCounts`. If two are the same, the later ones
 * get a number.
 */
export function interfaceNames(names: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  return new Map(
    names.map((name) => {
      const base = pascalCase(name);
      let free = base;
      for (let number = 2; taken.has(free); number += 1) free = `${base}_${number}`;
      taken.add(free);
      return [name, free];
    }),
  );
}

function pascalCase(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  const pascal = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return /^[A-Za-z]/.test(pascal) ? pascal : `_${pascal}`;
}
