import type * as ClassValidator from 'class-validator';
import { createRequire } from 'node:module';

type Check = keyof typeof ClassValidator;

const require = createRequire(import.meta.url);

/**
 * Loads a check of class-validator from its own file. The index would load the phone numbers of all countries, which takes longer than all that the
 * command line loads for itself.
 */
function check<C extends Check>(name: C, file: string): (typeof ClassValidator)[C] {
  const exported = require(`class-validator/cjs/decorator/${file}.js`) as Pick<typeof ClassValidator, C>;
  return exported[name];
}

export const arrayUnique = check('arrayUnique', 'array/ArrayUnique');
export const isArray = check('isArray', 'typechecker/IsArray');
export const isBoolean = check('isBoolean', 'typechecker/IsBoolean');
export const isIn = check('isIn', 'common/IsIn');
export const isInt = check('isInt', 'typechecker/IsInt');
export const isString = check('isString', 'typechecker/IsString');
export const matches = check('matches', 'string/Matches');
export const max = check('max', 'number/Max');
export const min = check('min', 'number/Min');
