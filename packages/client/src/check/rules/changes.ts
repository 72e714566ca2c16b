import { assert, assertEqual } from '../assert';
import { rulesOf } from '../rule';
import type { Session } from '../session';

const latest = async ({ done }: Session): Promise<string> => {
  const { body } = await done('listChanges', { query: { after: 'latest' } });
  assertEqual(body.items, [], 'The items of after=latest');
  return body.next;
};

/** Reads all changes of one publication or material after a cursor, in pages of 3. */
const changesOf = async ({ done }: Session, id: string, after: string) => {
  const found = [];
  for (let page = 1; page < 200; page += 1) {
    const { body } = await done('listChanges', { query: { after, limit: '3' } });
    found.push(...body.items.filter(({ data }) => data.id === id));
    if (!body.more) return found;
    after = body.next;
  }
  return found;
};

/** Rules about the changes feed. The last rule is about all answers of the check, so it runs after all others. */
export const CHANGES = rulesOf({
  'feed-in-order: The feed tells each change of a publication once, in order, and its end with its title':
    async (session) => {
      const { done, draft, publish, title, until } = session;
      const after = await latest(session);
      const name = title();
      const id = await draft({ title: name });
      await done('changePublication', { id, json: { body: 'changed' } });
      await publish(id);
      await publish(id);
      await done('unpublishPublication', { id });
      await done('deletePublication', { id });
      let changes: Awaited<ReturnType<typeof changesOf>> = [];
      await until('The feed tells of the deletion', async () => {
        changes = await changesOf(session, id, after);
        return changes.some(({ type }) => type === 'publication.deleted');
      });
      const events = changes.map(({ type }) => type.replace('publication.', '')).join(' ');
      assertEqual(events, 'created updated published unpublished deleted', 'The feed');
      const { title: last, by } = changes.at(-1)?.data ?? {};
      assertEqual([last, by?.who], [name, 'bot'], 'The deletion');
      const ids = new Set(changes.map((one) => one.id));
      assertEqual(ids.size, changes.length, 'The number of different ids');
    },
  'feed-of-materials: The feed tells of the media that go with a publication': async (session) => {
    const after = await latest(session);
    const { id } = await session.upload('Told.\n');
    await session.done('deletePublication', { id: await session.draft({ media: [id] }) });
    await session.until('The feed tells of the material', async () => {
      const types = (await changesOf(session, id, after)).map(({ type }) => type);
      return types[0] === 'material.created' && types.at(-1) === 'material.deleted';
    });
  },
  'cursors-refused: A cursor that is none is refused, and does not begin the feed anew': async ({
    request,
  }) => {
    const { status } = await request('listChanges', { query: { after: 'no-cursor' } });
    assert(status === 400 || status === 410, `It is answered with ${status}`);
  },
  'answers-as-described: Every answer has a status, a code and a shape that the interface describes':
    async ({ faults }) => {
      assert(faults.size === 0, [...faults].join('; '));
    },
});
