import { setTimeout as pause } from 'node:timers/promises';

import { send, type Answer, type Call } from '../support/http-client';
import { startCrashingSite, type CrashingSite } from './crashing-site';

const AT_ONCE = 6;

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

/** Sends requests, crashes the site a moment later, and gives what was answered before. */
const crashDuring = async (
  calls: Call[],
  milliseconds: number
): Promise<(Answer | undefined)[]> => {
  const sent = calls.map((call) => send(site.url, call).catch(() => undefined));
  await pause(milliseconds);
  await site.crash();
  return Promise.all(sent);
};

// From "hardly arrived" to "some are answered".
test.each([5, 15, 30, 60])(
  'publishing, killed after %i ms: the retry with its key publishes once, and answers the same',
  async (milliseconds) => {
    const ids: string[] = [];
    for (let number = 0; number < AT_ONCE; number += 1) {
      ids.push((await site.bot.createPublication({ title: `Live ${milliseconds} ${number}` })).id);
    }
    const calls = ids.map((id) => post(`/publications/${id}/publish`, `publish-${id}`));
    const before = await crashDuring(calls, milliseconds);
    await site.expectNoDamage();

    const after = await Promise.all(calls.map((call) => send(site.url, call)));
    expect(after.map(({ status }) => status)).toEqual(ids.map(() => 200));
    before.forEach((answer, index) => {
      if (answer !== undefined) expect(after[index]?.body).toEqual(answer.body);
    });
    const { works } = await site.expectNoDamage();
    for (const id of ids) expect(works.filter((work) => work.document_id === id)).toHaveLength(2);
  }
);

test.each([5, 15, 30, 60])(
  'creating, killed after %i ms: what was told is there, and the retry with its key creates once',
  async (milliseconds) => {
    const titles = Array.from({ length: AT_ONCE }, (_, number) => `New ${milliseconds} ${number}`);
    const calls = titles.map((title) => post('/publications', `create-${title}`, { title }));
    const before = await crashDuring(calls, milliseconds);
    for (const answer of before) {
      if (answer !== undefined) await site.bot.get(idOf(answer));
    }
    const after = await Promise.all(calls.map((call) => send(site.url, call)));
    expect(after.map(({ status }) => status)).toEqual(titles.map(() => 201));
    before.forEach((answer, index) => {
      if (answer !== undefined) expect(after[index]?.body).toEqual(answer.body);
    });
    const { works } = await site.expectNoDamage();
    for (const title of titles)
      expect(works.filter((work) => work.title === title)).toHaveLength(1);
  }
);
