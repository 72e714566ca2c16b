import { assert, assertEqual, idsOf } from '../assert';
import { rulesOf } from '../rule';
import type { Session } from '../session';

const withKey = ({ request }: Session, title: string, key: string) =>
  request('createPublication', { json: { title }, headers: { 'Idempotency-Key': key } });

const countOf = async ({ done }: Session, title: string) =>
  (await done('listPublications', { query: { title } })).body.filter((one) => one.title === title)
    .length;

export const RETRIES = rulesOf({
  'key-replays: A request that is sent again with its key gets the first answer, and takes effect once':
    async (session) => {
      const [title, key] = [session.title(), crypto.randomUUID()];
      const first = await withKey(session, title, key);
      const second = await withKey(session, title, key);
      assertEqual([second.status, second.body], [first.status, first.body], 'The second answer');
      assertEqual(second.headers.get('idempotency-replayed'), 'true', 'Idempotency-Replayed');
      assertEqual(await countOf(session, title), 1, 'The number of publications');
    },
  'key-of-another-request: A key that was used for another request is refused': async (session) => {
    const key = crypto.randomUUID();
    await withKey(session, session.title(), key);
    const { status, code } = await withKey(session, session.title(), key);
    assertEqual([status, code], [422, 'idempotency-key-reused'], 'The answer');
  },
  'key-at-the-same-time: Simultaneous requests with one key take effect once': async (session) => {
    const [title, key] = [session.title(), crypto.randomUUID()];
    const replies = await Promise.all([1, 2, 3, 4].map(() => withKey(session, title, key)));
    const made = replies.filter(({ status }) => status === 201).map(({ body }) => body);
    const ids = new Set(idsOf(made as { id: string }[]));
    assertEqual(ids.size, 1, 'The number of ids that were answered');
    for (const { status, code } of replies) {
      assert(status === 201 || code === 'idempotency-key-in-use', `One is answered with ${status}`);
    }
    assertEqual(await countOf(session, title), 1, 'The number of publications');
  },
});
