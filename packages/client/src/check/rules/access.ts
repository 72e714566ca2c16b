import { OPERATIONS, type Operation, type OperationId } from '@fleet-bot/protocol';

import { assert, assertEqual } from '../assert';
import { rulesOf } from '../rule';
import type { Session } from '../session';

const GUARDED = Object.entries<Operation>(OPERATIONS)
  .filter(([, { isPublic }]) => !isPublic)
  .map(([name]) => name as OperationId);

/** Operations to call with a wrong token: only a few, because a site counts wrong tokens. `greeting` sends another. */
const PROBED: OperationId[] = ['listPublications', 'createPublication', 'deletePublication'];

/** Verifies 401, with the matching code except for HEAD, to a wrong token or to none (null). @throws Violation */
const refuseAll = async ({ request }: Session, names: OperationId[], token: string | null) => {
  const expected = token === null ? 'token-missing' : 'token-invalid';
  for (const name of names) {
    const { status, headers, body, code } = await request(name, { id: 'none', token });
    assert(status === 401, `${name} answers ${status}`);
    assert(headers.get('www-authenticate')?.startsWith('Bearer'), `${name}: no WWW-Authenticate`);
    assert(body === undefined || code === expected, `${name} answers ${code}`);
  }
};

export const ACCESS = rulesOf({
  'health-is-public: Health needs no token, and says ok and the name of the site': async ({
    done,
  }) => {
    const { body } = await done('checkHealth');
    assertEqual(body.ok, true, 'ok');
    assert(typeof body.site === 'string' && body.site !== '', 'site is no name');
  },
  'greeting: Anybody learns the version of the interface, and the bot what the site can do':
    async ({ request, done }) => {
      const { body } = await done('greet', {}, ['route-not-found']);
      assert('features' in body && 'limits' in body, 'The bot is not told features and limits');
      const plain = await request('greet', { token: null });
      const keys = Object.keys(plain.body as object).sort();
      assertEqual([plain.status, keys], [200, ['protocol', 'site']], 'What anybody is told');
      const { status } = await request('greet', { token: 'wrong' });
      assertEqual(status, 401, 'The status with a wrong token');
    },
  'description: OpenAPI 3.1 describes the interface, and all that is done with publications':
    async ({ done }) => {
      const lacking = ['route-not-found', 'token-missing'];
      const { body } = await done('describeInterface', {}, lacking);
      const { openapi = '', paths } = body as { openapi?: string; paths?: Record<string, object> };
      assert(openapi.startsWith('3.1'), `The version of OpenAPI is ${openapi}`);
      for (const { method, path } of Object.values(OPERATIONS)) {
        const isDescribed = method.toLowerCase() in Object(paths?.[path.replace(':id', '{id}')]);
        assert(isDescribed || !/^\/publications(\/:id)?$/.test(path), `It lacks ${method} ${path}`);
      }
    },
  'token-required: Without a token each endpoint answers 401 token-missing': (session) =>
    refuseAll(session, GUARDED, null),
  'token-compared: With a wrong token reads, writes and deletions answer 401 token-invalid': (
    session
  ) => refuseAll(session, PROBED, 'wrong-token-of-the-check'),
  'token-in-header-only: A token in the address is ignored': async ({ send, token }) => {
    for (const name of ['token', 'access_token']) {
      const path = `/publications?${name}=${encodeURIComponent(token)}`;
      const { status } = await send({ method: 'GET', path, token: null });
      assert(status === 401, `GET ?${name}= answers ${status}`);
    }
  },
  'routes-known: An unknown path is 404 route-not-found, and another method 405 with Allow':
    async ({ send }) => {
      const unknown = await send({ method: 'GET', path: '/no-such-thing' });
      const answered = [unknown.status, unknown.code];
      assertEqual(answered, [404, 'route-not-found'], 'An unknown path');
      const { status, code, headers } = await send({ method: 'PUT', path: '/publications' });
      assertEqual([status, code], [405, 'method-not-allowed'], 'PUT /publications');
      assert(headers.get('allow')?.includes('POST'), 'Allow does not name POST');
    },
});
