import { SETTINGS } from '../../config/settings.js';

const ENGINES = SETTINGS.find((setting) => setting.property === 'engine')?.kind.choices ?? [];

export const TEST_FORMATS = ['text', 'json'] as const;
export const TEST_ENGINES = [...ENGINES, 'both'] as const;

export interface TestOptions {
  readonly filter: string;
  readonly format: (typeof TEST_FORMATS)[number];
  readonly engine?: (typeof TEST_ENGINES)[number];
  readonly update?: true;
}
