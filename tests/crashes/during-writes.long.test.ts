import { send, type Answer, type Call } from '../support/http-client';
import { until } from '../support/until';
import { startCrashingSite, type CrashingSite } from './crashing-site';

const AT_ONCE = 6;
/** Number of extra requests, so that some are running when the site is killed. */
const SPARE = 6 * AT_ONCE;

let site: CrashingSite;
beforeAll(async () => {
  site = await startCrashingSite();
});
afterAll(() => site.stop());

const post = (path: string, key: string, content?: object): Call => ({
  method: 'POST',
  path: `/api/bot${path}`,
  key,
  ...(content && { type: 'application/json', body: Buffer.from(JSON.stringify(content)) }),
});

const idOf = (answer: Answer): string => (answer.body as { id: string }).id;

/** Keeps several requests running, and kills the site after some answers. @returns the answers, undefined for those missing */
const crashDuring = async (calls: Call[], answered: number): Promise<(Answer | undefined)[]> => {
  const answers: (Answer | undefined)[] = [];
  let sent = 0;
  let answerCount = 0;
  const work = async (): Promise<void> => {
    while (sent < calls.length) {
      const index = sent++;
      answers[index] = await send(site.url, calls[index]).catch(() => undefined);
      if (answers[index] === undefined) return;
      answerCount += 1;
    }
  };
  const workers = Array.from({ length: AT_ONCE }, work);
  await until(`${answered} are answered and more are under way`, async () => {
    if (answerCount < answered) return false;
    site.freeze();
    const isUnderWay = (await site.claims()) > 0;
    if (!isUnderWay) site.thaw();
    return isUnderWay;
  });
  await site.crash();
  await Promise.all(workers);
  expect(answers).toContain(undefined);
  return answers;
};

/** Repeats all requests, and expects the same answers as before the crash. */
const expectSameAnswers = async (
  calls: Call[],
  before: (Answer | undefined)[],
  status: number
): Promise<void> => {
  const after = await Promise.all(calls.map((call) => send(site.url, call)));
  expect(after.map((answer) => answer.status)).toEqual(calls.map(() => status));
  before.forEach((answer, index) => {
    if (answer !== undefined) expect(after[index]?.body).toEqual(answer.body);
  });
};

test.each([0, 1, 5, 12])(
  'publishing, killed after %i answers: the retry with its key publishes once, and answers the same',
  async (answered) => {
    const ids: string[] = [];
    for (let number = 0; number < answered + SPARE; number += 1) {
      ids.push((await site.bot.createPublication({ title: `Live ${answered} ${number}` })).id);
    }
    const calls = ids.map((id) => post(`/publications/${id}/publish`, `publish-${id}`));
    const before = await crashDuring(calls, answered);
    await site.expectNoDamage();

    await expectSameAnswers(calls, before, 200);
    const { works } = await site.expectNoDamage();
    for (const id of ids) expect(works.filter((work) => work.document_id === id)).toHaveLength(2);
  }
);

test.each([0, 1, 5, 12])(
  'creating, killed after %i answers: what was told is there, and the retry with its key creates once',
  async (answered) => {
    const titles = Array.from(
      { length: answered + SPARE },
      (_, number) => `New ${answered} ${number}`
    );
    const calls = titles.map((title) => post('/publications', `create-${title}`, { title }));
    const before = await crashDuring(calls, answered);
    for (const answer of before) {
      if (answer !== undefined) await site.bot.get(idOf(answer));
    }
    await expectSameAnswers(calls, before, 201);
    const { works } = await site.expectNoDamage();
    for (const title of titles)
      expect(works.filter((work) => work.title === title)).toHaveLength(1);
  }
);
