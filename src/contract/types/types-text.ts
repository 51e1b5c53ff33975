import { type EndpointContract, rowSchema } from '../endpoint-contract.js';
import { interfaceNames } from './interface-names.js';
import { membersText, typeText } from './type-text.js';
import { comment, textLiteral } from './words.js';

const HEAD = `// Written by \`quern types\`: what a key may call. A change of the endpoints makes it another one.\n\n`;

/**
 * TypeScript's types of what a key may call: an interface each for the parameters and the row of an endpoint, and all of them by name
 * in \`Endpoints\`, which the client takes.
 */
export function typesText(contracts: readonly EndpointContract[]): string {
  const names = interfaceNames(contracts.map(({ name }) => name));
  const entries = contracts.map((contract) => ({ contract, base: names.get(contract.name) ?? '' }));
  const map = entries.map(
    ({ contract: { name }, base }) => `  ${textLiteral(name)}: { parameters: ${base}Parameters; row: ${base}Row };\n`,
  );
  return [
    HEAD,
    ...entries.map(({ contract, base }) => parametersText(contract, base) + rowText(contract, base)),
    `/** Every endpoint by its name. */\nexport interface Endpoints {\n${map.join('')}}\n`,
  ].join('');
}

function parametersText(contract: EndpointContract, base: string): string {
  const { name, description, parameters, sandboxing } = contract;
  const about = [`What \`${name}\` takes.`, ...(description === undefined ? [] : [description])].join('\n');
  const note = sandboxing === undefined ? '' : '\nIt takes `sql` as well, whose rows have columns of their own.';
  const members = parameters.map((each) => ({ name: each.name, optional: !each.required, schema: each.schema }));
  // An empty interface would take any object.
  const none = `export type ${base}Parameters = Readonly<Record<string, undefined>>;`;
  const declaration =
    members.length === 0 ? none : `export interface ${base}Parameters ${membersText(members, 'readonly')}`;
  return `${comment(about + note)}${declaration}\n\n`;
}

function rowText(contract: EndpointContract, base: string): string {
  const about = comment(`A row of \`${contract.name}\`.`);
  const unknown = comment(`A row of \`${contract.name}\`, about whose columns the engine could not be asked.`);
  if (!contract.columns) return `${unknown}export type ${base}Row = Record<string, unknown>;\n\n`;
  return `${about}export interface ${base}Row ${typeText(rowSchema(contract), 'mutable')}\n\n`;
}
