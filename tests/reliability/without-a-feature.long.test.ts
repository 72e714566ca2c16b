import { FEATURES } from '../../src/plugins/bot/server/src/features';
import { createBot } from '../support/bot';
import { png } from '../support/files';
import { startSite, type Site } from '../support/site';
import { statementsWhile } from '../support/statements';

const OPTIONAL = FEATURES.filter(({ isRequired }) => !isRequired);

/** Matches the names of tables of optional features. */
const OF_FEATURES = new RegExp(
  OPTIONAL.flatMap(({ contentTypes }) => Object.keys(contentTypes ?? {}))
    .map((name) => `bot_${name.replaceAll('-', '_')}`)
    .join('|')
);

/** Returns a feature and all features that depend on it. */
const withDependents = (name: string): string[] => {
  const off = new Set([name]);
  for (const feature of OPTIONAL) {
    if (feature.needs?.some((needed) => off.has(needed.name))) off.add(feature.name);
  }
  return [...off];
};

const siteWithout = (names: string[]): Promise<Site> =>
  startSite({ env: { BOT_FEATURES_OFF: names.join() } });

it.each([
  ['all optional features', OPTIONAL.map(({ name }) => name)],
  ...OPTIONAL.map(({ name }): [string, string[]] => [name, withDependents(name)]),
])('starts and walks the interface without %s', async (_which, names) => {
  const site = await siteWithout(names);
  try {
    const bot = createBot(site);
    const { id: material } = await bot.upload(await png());
    const { id } = await bot.createPublication({ title: 'A work', media: [material] });
    const { url } = await bot.publish(id);
    expect(url).toContain('/works/a-work');
    expect(await bot.list()).toMatchObject([{ id, status: 'published' }]);
    const removed = await bot.remove(id);
    expect(removed.media.deleted).toEqual([material]);
    expect(await bot.list()).toEqual([]);
  } finally {
    await site.stop();
  }
});

it('writes with not one statement more for a feature that is off', async () => {
  const statementsOf = async (names: string[]): Promise<number> => {
    const site = await siteWithout(names);
    try {
      const bot = createBot(site);
      const statements = await statementsWhile(site, async () => {
        const { id } = await bot.createPublication({ title: 'A work' });
        await bot.publish(id);
        await bot.remove(id);
      });
      return statements.filter(({ sql }) => OF_FEATURES.test(sql)).length;
    } finally {
      await site.stop();
    }
  };
  expect(await statementsOf([])).toBeGreaterThan(0);
  expect(await statementsOf(OPTIONAL.map(({ name }) => name))).toBe(0);
});
