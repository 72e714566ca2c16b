import { textFile } from '../support/files';
import { until } from '../support/until';
import { startCrashingSite, type CrashingSite } from './crashing-site';

const WORKS = 6;

let site: CrashingSite;
beforeAll(async () => {
  site = await startCrashingSite({ BOT_TRASH_DAYS: '30' });
});
afterAll(() => site.stop());

interface Kept {
  id: string;
  url: string;
  text: string;
}

const makeWorks = async (round: number): Promise<Kept[]> => {
  const works: Kept[] = [];
  for (let number = 0; number < WORKS; number += 1) {
    const text = `bytes ${round} ${number}`;
    const file = await site.bot.upload(textFile(`${round}-${number}.txt`, text));
    const { id } = await site.bot.createPublication({
      title: `W ${round} ${number}`,
      media: [file],
    });
    await site.bot.publish(id);
    works.push({ id, url: file.url, text });
  }
  return works;
};

/** Sends requests concurrently, and kills the server after some answers. */
const killAfter = async (answers: number, requests: (() => PromiseLike<unknown>)[]) => {
  let answered = 0;
  let enough: () => void = () => undefined;
  const some = new Promise<void>((resolve) => (enough = resolve));
  const sent = requests.map(async (send) => {
    try {
      await send();
    } catch {
      return;
    }
    answered += 1;
    if (answered === answers) enough();
  });
  await Promise.race([some, Promise.all(sent)]);
  await site.crash();
  await Promise.all(sent);
};

const restore = ({ id }: Kept) => site.bot.request('post', `/publications/${id}/restore`);

const expectAllBack = async (works: Kept[]): Promise<void> => {
  for (const work of works) {
    await restore(work).expect(200);
    expect((await site.bot.get(work.id)).status).toBe('published');
    expect(await (await fetch(work.url)).text()).toBe(work.text);
  }
};

test.each([0, 1, 3])(
  'a kill while bytes go to the trash, and %i answers into restores, loses no byte and no word',
  async (answers) => {
    const works = await makeWorks(answers);
    await killAfter(
      WORKS,
      works.map(
        ({ id }) =>
          () =>
            site.bot.remove(id)
      )
    );
    await site.expectNoDamage();
    if (answers > 0) {
      await killAfter(
        answers,
        works.map((work) => () => restore(work).expect(200))
      );
      await site.expectNoDamage();
    }
    await expectAllBack(works);

    await until(
      'nothing is aside',
      async () => (await site.select('SELECT id FROM bot_trashed_files')).length === 0
    );
    await site.letTheGracePass();
    const { objects } = await site.expectNoDamage();
    expect([...objects.keys()].filter((name) => name.startsWith('aside_'))).toEqual([]);
    for (const { url, text } of works) expect(await (await fetch(url)).text()).toBe(text);
  },
  120_000
);
