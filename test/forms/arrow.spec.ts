import { NUMBER_FORMATS } from '../../src/engines/number-format.js';
import { arrowStream } from '../../src/forms/arrow.js';
import { randomAnswer } from '../support/forms/random-answer.js';
import { arrowTypeName, readArrow } from '../support/forms/read-arrow.js';
import { Chance } from '../support/hostile/chance.js';
import { part } from '../support/part.js';

const SEEDS = Array.from({ length: part(60, 3) }, (_, index) => index + 1);

describe('an answer as an Arrow stream', () => {
  it.each(SEEDS)('is to Arrow what it is as JSON, value by value and type by type (seed %i)', (seed) => {
    const chance = new Chance(seed);
    const formats = {
      numbers: chance.pick(NUMBER_FORMATS),
      timestamps: chance.pick(['iso8601', 'unix-micros'] as const),
    };
    const { types, columns, rows, plain } = randomAnswer(chance, chance.pick([1, 30, 200]), formats);
    const found = readArrow(arrowStream(columns, rows));
    expect(found.names).toEqual(columns.map(({ name }) => name));
    expect(found.types).toEqual(types.map(arrowTypeName));
    expect(found.rows).toEqual(plain);
  });
});
