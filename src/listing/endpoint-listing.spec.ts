import { type Settings } from '../config/settings.js';
import { ConcurrentCalls } from '../limits/concurrent-calls.service.js';
import { LongAnswers } from '../limits/long-answers.service.js';
import { UnsentBytes } from '../limits/unsent-bytes.service.js';
import { EndpointListing } from './endpoint-listing.service.js';

const KEY = { id: 'k' } as never;
const LIMITS = { keyConcurrency: 10, cacheMaxBytes: 0 } as Settings;
const PART = { name: '', after: '' };
const LARGE = { length: 14 * 1024 * 1024 };

describe('EndpointListing', () => {
  it('lists again as soon as there is room for it', async () => {
    const unsent = new UnsentBytes(LIMITS);
    const answers = new LongAnswers(new ConcurrentCalls(LIMITS), unsent);
    const nothing = { list: () => [], problems: [] } as never;
    const rest = {} as never;
    const listing = new EndpointListing(
      nothing,
      answers,
      nothing,
      rest,
      { keys: () => [] } as never,
      rest,
      () => 0,
      LIMITS,
    );
    // There is room when it is asked for, and none any more when its turn comes.
    const listed = listing.list(KEY, PART);
    await unsent.during(LARGE, 'other', async () => expect(listed).rejects.toMatchObject({ code: 'engine_busy' }));
    expect((await listing.list(KEY, PART)).body.toString()).toBe('{"result":[],"problems":[]}');
  });
});
