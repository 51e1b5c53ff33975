import { Registry } from '../../src/registry/registry.service.js';
import { endpointFile } from '../support/endpoint-file.js';
import { eventually } from '../support/eventually.js';
import { assertProblem } from '../support/http/assert-problem.js';
import { ATTACKS, GOOD, NOWHERE, SPELLINGS } from '../support/http/signed-attacks.js';
import { type SigningService, startSigningService } from '../support/http/signing-service.js';

const OTHER_ID = '9c0b8f4e-64a1-4f0a-9d1b-7c7a3b1f2d99';

describe('a signed URL', () => {
  let service: SigningService;

  beforeAll(async () => {
    service = await startSigningService();
  });

  afterAll(async () => service.close());

  it.each(SPELLINGS)('answers without a key, however the same call is written: %s', async (target) => {
    for (const answer of await service.bothWays(target)) {
      expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('one,"a,b"')]);
      expect(answer.headers.get('cache-control')).toMatch(/^private, max-age=\d+$/);
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
      expect(answer.headers.get('content-disposition')).toBe('attachment; filename="notes.csv"');
    }
  });

  it.each(ATTACKS)('is none with %s', async (_, target) => {
    expect(target).not.toBe(GOOD);
    for (const answer of await service.bothWays(target)) {
      await assertProblem(answer, 'unauthenticated');
      expect(answer.headers.get('www-authenticate')).toContain('ApiKey realm="quern"');
      expect(answer.headers.get('referrer-policy')).toBeNull();
    }
  });

  it.each(NOWHERE)('leads nowhere where no route does: %s', async (target) => {
    for (const answer of await service.bothWays(target)) await assertProblem(answer, 'route_not_found');
  });

  it('is of the endpoint that it was signed for, and not of one that takes its name over', async () => {
    const registry = service.app.get(Registry);
    const other = endpointFile({
      id: OTHER_ID,
      name: 'notes',
      parameters: { project: { type: 'string' }, tags: { type: 'array', items: 'string' } },
      query: 'SELECT @project AS project, ARRAY_LENGTH(@tags) AS tags',
    });
    await service.writeEndpoint('notes.yaml', other);
    await eventually(() => registry.findIfServed('notes')?.endpoint.id === OTHER_ID);
    for (const answer of await service.bothWays(GOOD)) await assertProblem(answer, 'unauthenticated');
  });
});
