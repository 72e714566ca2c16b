import { createAdmin } from '../support/admin';
import { createBot } from '../support/bot';
import { createEditor } from '../support/content-manager';
import { png } from '../support/files';
import { startSiteOn } from '../support/site-on';

/** The Bot page has statements that each database system runs differently. */
test.each(['postgres', 'mysql'] as const)(
  'on %s it tells what is to be reviewed, planned, refused and stored',
  async (client) => {
    const { site, stop } = await startSiteOn(client);
    try {
      const bot = createBot(site);
      const admin = await createAdmin(site);
      const getPanelData = async (path: string, query: object = {}) =>
        (await admin.agent.get(`/bot${path}`).query(query).expect(200)).body.data;
      const review = (query: object = {}) => getPanelData('/overview/review', query);

      const picture = await bot.upload(await png());
      const publishAt = '2099-01-01T08:00:00.000Z';
      const ids: string[] = [];
      for (let count = 0; count < 27; count += 1) {
        const { id } = await bot.createPublication({ title: `Draft 100 % ${count}`, publishAt });
        ids.unshift(id);
      }
      const idsOf = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id);
      const first = await review({ search: '100 % ' });
      expect(idsOf(first)).toEqual(ids.slice(0, 25));
      expect(idsOf(await review({ before: first.next }))).toEqual(ids.slice(25));

      const [seen = '', changed = ''] = ids;
      await admin.agent
        .put('/bot/overview/reviewed')
        .send({ ids: [seen] })
        .expect(204);
      expect(idsOf(await review({ kind: 'reviewed' }))).toEqual([seen]);
      expect(idsOf(await review())).not.toContain(seen);
      await createEditor(admin).update(changed, { title: 'By hand' });
      expect(idsOf(await review({ kind: 'changed', search: 'HAND' }))).toEqual([changed]);
      const [version] = await getPanelData(`/versions/api::work.work/${changed}`);
      expect(version).toMatchObject({ who: 'editor', name: 'Edith Editor' });

      const days = { from: '2099-01-01T00:00:00Z', to: '2099-01-02T00:00:00Z' };
      expect(await getPanelData('/schedules/api::work.work', days)).toHaveLength(27);
      const space = await getPanelData('/overview/space');
      expect(space.kinds).toMatchObject([{ type: 'image', count: 1 }]);
      expect(space.largest).toMatchObject([{ id: picture.id }]);

      await bot.request('get', '/publications/none').expect(404);
      const today = { from: new Date(Date.now() - 60_000).toISOString(), to: publishAt };
      const { items } = await getPanelData('/overview/timeline', {
        ...today,
        kind: 'request.refused',
      });
      expect(items).toMatchObject([{ data: { code: 'publication-not-found' } }]);
      const to = new Date(Date.now() + 60_000).toISOString();
      const counts = await getPanelData('/overview/days', { to });
      expect(counts.at(-1)).toMatchObject({ created: 27, published: 0, rejected: 1 });
    } finally {
      await stop();
    }
  },
  180_000
);
