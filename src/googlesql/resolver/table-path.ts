import { quote } from '../../errors/excerpt.js';
import { NOT_HERE } from './dialect-error.js';
import { type AboutTables, type NamedTables, type TableColumns } from './tables.js';

/** The table of this name, with or without the project and the dataset of the settings in front. */
export function findTable<T extends TableColumns>(path: string, tables: NamedTables<T>): T | undefined {
  return tables.get(path) ?? spellings(path, tables).flatMap((each) => tables.get(each) ?? [])[0];
}

/** The reason why there is no such table; undefined where nothing is known of the name. */
export function noTableReason(path: string, tables: NamedTables): string | undefined {
  const parts = path.split('.');
  if (parts.length > 1 && parts.some((part) => part.toUpperCase() === 'INFORMATION_SCHEMA')) {
    return `INFORMATION_SCHEMA ${NOT_HERE}`;
  }
  const plain = parts.at(-1) ?? '';
  const { about } = tables;
  if (about?.areWhole === true) return undefined;
  if (!about) return parts.length > 1 ? `tables have no project or dataset here; try ${plain} alone` : undefined;
  const reason = about.noTables.get(noTableOf(path, tables) ?? '');
  if (reason !== undefined) return reason;
  const { project } = about;
  const [first = ''] = parts;
  const remedy = tables.has(plain) ? `; try ${plain} alone` : '';
  if (parts.length < 3 || first === project) return noDatasetReason(path, about, remedy);
  return project === undefined
    ? `${quote(first)} stands where a project does, and QUERN_BIGQUERY_PROJECT names none${remedy}`
    : `the project is ${quote(project)} (QUERN_BIGQUERY_PROJECT), not ${quote(first)}${remedy}`;
}

/** The name in the data that a path means and that looks like a table without being one. */
export function noTableOf(path: string, tables: NamedTables): string | undefined {
  return [path, ...spellings(path, tables)].find((name) => tables.about?.noTables.has(name));
}

function noDatasetReason(path: string, about: AboutTables, remedy: string): string | undefined {
  const { project, dataset, datasets } = about;
  const inProject = project === undefined ? path : (behind(path, project) ?? path);
  const [first = '', second] = inProject.split('.');
  if (second === undefined || first === dataset || datasets?.().has(first)) return undefined;
  return `there is no dataset ${quote(first)}, which would be a folder in QUERN_DATA${remedy}`;
}

/** The names of the tables in the dataset that a path names. */
export function namesBeside(path: string, { about }: NamedTables): readonly string[] {
  const parts = path.split('.');
  const dataset = parts.length > 1 ? parts.at(-2) : undefined;
  return [...(dataset === undefined ? [] : (about?.datasets?.().get(dataset) ?? []))];
}

function spellings(path: string, { about }: NamedTables): readonly string[] {
  const { project, dataset } = about ?? {};
  const inProject = project === undefined ? undefined : behind(path, project);
  // A project has a dataset behind it.
  const whole = inProject?.includes('.') ? inProject : undefined;
  const plain = dataset === undefined ? undefined : behind(whole ?? path, dataset);
  return [whole, plain?.includes('.') ? undefined : plain].flatMap((each) => each ?? []);
}

function behind(path: string, name: string): string | undefined {
  return path.startsWith(`${name}.`) ? path.slice(name.length + 1) : undefined;
}
