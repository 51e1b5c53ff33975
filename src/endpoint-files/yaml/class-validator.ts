import type * as ClassValidator from 'class-validator';
import type { ValidationError, ValidatorOptions } from 'class-validator';
import { createRequire } from 'node:module';

export type { MetadataStorage, ValidationArguments, ValidationOptions } from 'class-validator';

type Name = keyof typeof ClassValidator;

const require = createRequire(import.meta.url);

/**
 * Loads a part of class-validator from its own file. The index would load the phone numbers of all countries, which takes longer than all that the
 * command line loads for itself.
 */
function part<N extends Name>(name: N, folder: string): (typeof ClassValidator)[N] {
  const exported = require(`class-validator/cjs/${folder}/${name}.js`) as Pick<typeof ClassValidator, N>;
  return exported[name];
}

export const ArrayMaxSize = part('ArrayMaxSize', 'decorator/array');
export const ArrayNotEmpty = part('ArrayNotEmpty', 'decorator/array');
export const ArrayUnique = part('ArrayUnique', 'decorator/array');
export const Allow = part('Allow', 'decorator/common');
export const IsIn = part('IsIn', 'decorator/common');
export const IsOptional = part('IsOptional', 'decorator/common');
export const ValidateBy = part('ValidateBy', 'decorator/common');
export const Max = part('Max', 'decorator/number');
export const Min = part('Min', 'decorator/number');
export const Length = part('Length', 'decorator/string');
export const Matches = part('Matches', 'decorator/string');
export const MaxLength = part('MaxLength', 'decorator/string');
export const IsArray = part('IsArray', 'decorator/typechecker');
export const IsBoolean = part('IsBoolean', 'decorator/typechecker');
export const IsInt = part('IsInt', 'decorator/typechecker');
export const IsString = part('IsString', 'decorator/typechecker');

const { getMetadataStorage } = require('class-validator/cjs/metadata/MetadataStorage.js') as typeof ClassValidator;
export { getMetadataStorage };

const validator = new (part('Validator', 'validation'))();

export function validateSync(entry: object, options: ValidatorOptions): readonly ValidationError[] {
  return validator.validateSync(entry, options);
}
