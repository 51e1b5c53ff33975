import { statSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from './package-root.js';

/** Folder of the endpoints that ship with Quern, which are over log tables. */
export const SHIPPED_ENDPOINTS = join(PACKAGE_ROOT, 'endpoints');

export const DATA_FOLDER = 'data';

/**
 * The environment with defaults from the folder that Quern is started in: its `data` is read unless other data are named, and a folder with
 * neither data nor endpoints gets those that ship with Quern, over sample logs.
 */
export function withLocalDefaults(env: NodeJS.ProcessEnv, folder = '.'): NodeJS.ProcessEnv {
  const has = (name: string) => statSync(join(folder, name), { throwIfNoEntry: false })?.isDirectory() === true;
  const isUnset = (variable: string) => (env[variable] ?? '') === '';
  if (!isUnset('QUERN_DATA') || env.QUERN_ENGINE === 'bigquery') return env;
  if (has(DATA_FOLDER)) return { ...env, QUERN_DATA: DATA_FOLDER };
  const isEmpty = isUnset('QUERN_ENDPOINTS') && !has('endpoints');
  return isEmpty ? { ...env, QUERN_ENDPOINTS: SHIPPED_ENDPOINTS } : env;
}

/** The environment with the folders that Quern keeps from one start to the next, unless others or none are named. */
export function withKeptFolders(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const defaults = {
    QUERN_CHECKED: '.quern/checked',
    QUERN_STORE_PATH: '.quern/store',
    QUERN_SPENT_FILE: '.quern/spent.json',
  };
  const unset = Object.entries(defaults).filter(([variable]) => (env[variable] ?? '') === '');
  return { ...env, ...Object.fromEntries(unset) };
}

/** The folder for a new endpoint, never the one that ships with Quern. */
export function ownEndpoints(endpointsPath: string): string {
  return endpointsPath === SHIPPED_ENDPOINTS ? 'endpoints' : endpointsPath;
}
