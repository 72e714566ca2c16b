import { setTimeout as pause } from 'node:timers/promises';

import { describeWithMariaDb } from '../support/mariadb';
import { newDatabase } from '../support/new-database';
import { describeWithPostgres } from '../support/postgres';
import { createBot, type Bot } from '../support/bot';
import { startServerProcess, type ServerProcess } from '../support/server-process';
import { startSite, type Site } from '../support/site';
import { page, readOn } from '../changes/feed-of';

const WORK = 'api::work.work';

const onTwoInstances = (client: 'postgres' | 'mysql'): void => {
  let site: Site;
  let other: ServerProcess;
  let here: Bot;
  let there: Bot;

  beforeAll(async () => {
    const { env } = await newDatabase(client);
    site = await startSite({ env });
    other = await startServerProcess({ env });
    here = createBot(site);
    there = createBot(other);
  }, 180_000);
  afterAll(async () => {
    await other.stop();
    await site.stop();
  });

  /** Creates a work in a transaction that stays open until `commit` is called. */
  const createSlowly = async (title: string) => {
    let commit = (): void => undefined;
    const hold = new Promise<void>((resolve) => {
      commit = resolve;
    });
    let written = (): void => undefined;
    const isWritten = new Promise<void>((resolve) => {
      written = resolve;
    });
    const done = site.strapi.db.transaction(async () => {
      await site.strapi.documents(WORK).create({ data: { title } as never });
      written();
      await hold;
    });
    await isWritten;
    return { commit: () => (commit(), done) };
  };

  const titlesOf = (items: { data: { title: string | null } }[]) =>
    items.map(({ data }) => data.title);

  test('a change that was written first and commits last is told behind the others', async () => {
    const { next: start } = await readOn(here);
    const slow = await createSlowly('Slow');
    await there.createPublication({ title: 'Quick one' });
    await here.createPublication({ title: 'Quick two' });

    // Readers do not wait for the slow transaction, and later find its change after this position.
    const before = await readOn(there, start);
    expect(titlesOf(before.items)).toEqual(['Quick one', 'Quick two']);
    expect(titlesOf((await readOn(here, start)).items)).toEqual(['Quick one', 'Quick two']);

    await slow.commit();
    expect(titlesOf((await readOn(there, before.next)).items)).toEqual(['Slow']);
    expect(titlesOf((await readOn(here, start)).items)).toEqual(['Quick one', 'Quick two', 'Slow']);
  });

  test('while both write and several read, each is told everything once, in one order', async () => {
    const { next: start } = await readOn(here);
    const titles = Array.from({ length: 60 }, (_value, index) => `Crowd ${index}`);
    let isWriting = true;
    const follow = async (bot: Bot): Promise<string[]> => {
      const read: string[] = [];
      let after = start;
      for (;;) {
        const isLast = !isWriting;
        const one = await page(bot, { after, limit: 7 });
        read.push(...one.items.map(({ id }) => id));
        after = one.next;
        if (isLast && !one.more) return read;
        await pause(1);
      }
    };
    const readers = [follow(here), follow(there), follow(here)];
    await Promise.all(
      titles.map(async (title, index) => {
        if (index % 10 !== 0) {
          return (index % 2 === 0 ? here : there).createPublication({ title });
        }
        const slow = await createSlowly(title);
        await pause(20 + index);
        return slow.commit();
      })
    );
    isWriting = false;
    const [one, two, three] = await Promise.all(readers);
    const { items } = await readOn(here, start);
    expect(titlesOf(items).sort()).toEqual([...titles].sort());
    const order = items.map(({ id }) => id);
    expect(one).toEqual(order);
    expect(two).toEqual(order);
    expect(three).toEqual(order);
  }, 60_000);
};

describeWithPostgres('two instances on PostgreSQL', () => onTwoInstances('postgres'));
describeWithMariaDb('two instances on MariaDB', () => onTwoInstances('mysql'));
