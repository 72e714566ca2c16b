import { cursorIn } from '../../http/paging';
import { assert, assertEqual, idsOf } from '../assert';
import { rulesOf } from '../rule';
import type { Reply } from '../session';

export const LISTS = rulesOf({
  'list-order: The list has the newest first, and knows drafts and published ones': async (
    session
  ) => {
    const { run, done, draft, publish } = session;
    const name = `${run} order`;
    const older = await draft({ title: `${name} 1` });
    const newer = await draft({ title: `${name} 2` });
    await publish(older);
    const listed = async (query: Record<string, string>) =>
      idsOf((await done('listPublications', { query: { title: name, ...query } })).body);
    assertEqual(await listed({}), [newer, older], 'The list');
    assertEqual(await listed({ status: 'draft' }), [newer], 'The list of drafts');
    assertEqual(await listed({ status: 'published' }), [older], 'The list of published ones');
    assertEqual(await listed({ limit: '1' }), [newer], 'The list with limit 1');
  },
  'pages-under-change: Pages repeat nothing and leave nothing out while others create and delete':
    async ({ done, draft, run }) => {
      const ids: string[] = [];
      const seen: string[] = [];
      for (const name of 'abcdef') ids.unshift(await draft({ title: `${run} page ${name}` }));
      let cursor: string | undefined = '';
      for (let page = 1; cursor !== undefined; page += 1) {
        assert(page < 100, 'The pages do not end');
        const query = { title: `${run} page`, limit: '2', ...(cursor !== '' && { cursor }) };
        const reply: Reply<{ id: string }[]> = await done('listPublications', { query });
        assert(reply.body.length <= 2, `A page of 2 has ${reply.body.length}`);
        seen.push(...idsOf(reply.body));
        cursor = cursorIn(reply.headers.get('link'));
        if (page > 1) continue;
        await draft({ title: `${run} page new` });
        await draft({ title: `${run} page newer` });
        await done('deletePublication', { id: seen[0] });
      }
      assertEqual(seen, ids, 'What the pages have');
    },
});
