import { OPERATIONS, type ErrorCode, type Operation, type OperationId } from '@fleet-bot/protocol';

import { Skip, assert, assertEqual } from '../assert';
import type { Rule } from '../rule';
import type { Session } from '../session';

const GUARDED = Object.entries<Operation>(OPERATIONS)
  .filter(([, { isPublic }]) => !isPublic)
  .map(([name]) => name as OperationId);

/** Operations to call with a wrong token. Only a few: a site blocks senders of many. A check sends four in total. */
const WITH_WRONG_TOKEN = [
  'listPublications',
  'createPublication',
  'deletePublication',
] as const satisfies OperationId[];

/** Verifies that operations reject a token with 401 and this code. Answers to HEAD have no body, so no code. */
const refuseAll = async (
  { request, codeOf }: Session,
  names: readonly OperationId[],
  token: string | null,
  code: ErrorCode
) => {
  for (const name of names) {
    const { status, headers, body } = await request(name, { id: 'none', token });
    assert(status === 401, `${name} answers ${status}`);
    assert(headers.get('www-authenticate')?.startsWith('Bearer'), `${name}: no WWW-Authenticate`);
    if (body !== undefined) assert(codeOf(body) === code, `${name} answers ${codeOf(body)}`);
  }
};

export const ACCESS: Rule[] = [
  {
    name: 'health-is-public',
    says: 'Health needs no token, and says ok and the name of the site',
    prove: async ({ done }) => {
      const { body } = await done('checkHealth');
      assertEqual(body.ok, true, 'ok');
      assert(typeof body.site === 'string' && body.site !== '', 'site is no name');
    },
  },
  {
    name: 'greeting',
    says: 'Anybody learns the version of the interface, and the bot what the site can do',
    prove: async ({ request, codeOf, done }) => {
      const { status, body: plain } = await request('greet', { token: null });
      const bot = await request('greet');
      if (codeOf(bot.body) === 'route-not-found') throw new Skip('The site is older than this');
      assertEqual(status, 200, 'The status without a token');
      assertEqual(
        Object.keys(plain as object).sort(),
        ['protocol', 'site'],
        'What anybody is told'
      );
      const { body } = await done('greet');
      assert('features' in body && 'limits' in body, 'The bot is not told features and limits');
      assertEqual(
        (await request('greet', { token: 'wrong' })).status,
        401,
        'The status with a wrong token'
      );
    },
  },
  {
    name: 'description',
    says: 'OpenAPI 3.1 describes the interface, and all that is done with publications',
    prove: async ({ request, codeOf }) => {
      const { status, body } = await request('describeInterface');
      if (['route-not-found', 'token-missing'].includes(codeOf(body) ?? '')) {
        throw new Skip('The site is older than this');
      }
      const { openapi = '', paths } = body as { openapi?: string; paths?: Record<string, object> };
      assert(
        status === 200 && openapi.startsWith('3.1'),
        `It answers ${status}, OpenAPI ${openapi}`
      );
      for (const { method, path } of Object.values(OPERATIONS)) {
        const isDescribed = method.toLowerCase() in Object(paths?.[path.replace(':id', '{id}')]);
        assert(isDescribed || !/^\/publications(\/:id)?$/.test(path), `It lacks ${method} ${path}`);
      }
    },
  },
  {
    name: 'token-required',
    says: 'Without a token each endpoint answers 401 token-missing',
    prove: (session) => refuseAll(session, GUARDED, null, 'token-missing'),
  },
  {
    name: 'token-compared',
    says: 'With a wrong token reads, writes and deletions answer 401 token-invalid',
    prove: (session) =>
      refuseAll(session, WITH_WRONG_TOKEN, 'wrong-token-of-the-check', 'token-invalid'),
  },
  {
    name: 'token-in-header-only',
    says: 'A token in the address is ignored',
    prove: async ({ send, token }) => {
      for (const name of ['token', 'access_token']) {
        const path = `/publications?${name}=${encodeURIComponent(token)}`;
        const { status } = await send({ method: 'GET', path, token: null });
        assert(status === 401, `GET ?${name}= answers ${status}`);
      }
    },
  },
  {
    name: 'routes-known',
    says: 'An unknown path is 404 route-not-found, and another method 405 with Allow',
    prove: async ({ send, codeOf }) => {
      const unknown = await send({ method: 'GET', path: '/no-such-thing' });
      assertEqual(
        [unknown.status, codeOf(unknown.body)],
        [404, 'route-not-found'],
        'An unknown path'
      );
      const wrong = await send({ method: 'PUT', path: '/publications' });
      assertEqual(
        [wrong.status, codeOf(wrong.body)],
        [405, 'method-not-allowed'],
        'PUT /publications'
      );
      assert(wrong.headers.get('allow')?.includes('POST'), 'Allow does not name POST');
    },
  },
];
