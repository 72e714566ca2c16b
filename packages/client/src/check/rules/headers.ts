import { assert, assertEqual } from '../assert';
import { rulesOf } from '../rule';

/** Maximum difference between the clocks of site and check, in seconds. */
const LARGEST_SKEW = 30;

export const HEADERS = rulesOf({
  'never-cached: No shared cache may keep an answer': async ({ request, draft }) => {
    for (const reply of [
      await request('listPublications'),
      await request('getPublication', { id: await draft() }),
      await request('getPublication', { id: 'none' }),
    ]) {
      const control = reply.headers.get('cache-control') ?? '';
      assert(control.includes('no-store'), `Cache-Control is "${control}"`);
      assert(/authorization/i.test(reply.headers.get('vary') ?? ''), 'Vary lacks Authorization');
    }
    const health = await request('checkHealth');
    assert(health.headers.get('cache-control')?.includes('no-store'), 'health may be cached');
  },
  'limits-told: Answers say how many requests are left': async ({ request }) => {
    const { headers } = await request('listPublications');
    assert(/;\s*r=\d+/.test(headers.get('ratelimit') ?? ''), 'RateLimit has no r=');
    assert(/;\s*q=\d+/.test(headers.get('ratelimit-policy') ?? ''), 'RateLimit-Policy has no q=');
  },
  [`clock: The clock of the site is within ${LARGEST_SKEW} seconds of the one here`]: async ({
    done,
    draft,
  }) => {
    const { body, headers } = await done('getPublication', { id: await draft() });
    const times = { Date: headers.get('date') ?? '', createdAt: body.createdAt };
    for (const [what, time] of Object.entries(times)) {
      const skew = Math.abs(Date.parse(time) - Date.now()) / 1_000;
      assert(skew <= LARGEST_SKEW, `${what} is ${Math.round(skew)} seconds off`);
    }
  },
  'request-ids: The id that a request brings is in its answer, and in its error': async ({
    request,
  }) => {
    const parameters = { id: 'none', headers: { 'X-Request-Id': 'check-4711' } };
    const { headers, body } = await request('getPublication', parameters);
    assertEqual(headers.get('x-request-id'), 'check-4711', 'X-Request-Id');
    const { error } = body as { error?: { details?: { requestId?: unknown } } };
    assertEqual(error?.details?.requestId, 'check-4711', 'details.requestId');
  },
});
