import { readdirSync } from 'node:fs';

import { createAdmin, type Admin } from '../support/admin';
import { pdf } from '../support/files';
import { startFaultySite, type FaultySite } from './faulty-site';
import { createFaultyProvider } from './faulty-provider';

/** Number of attempts before a removal is given up (`removal-worker.ts`). */
const TRIES = 20;

const provider = createFaultyProvider();
let faulty: FaultySite;
let admin: Admin;
beforeAll(async () => {
  faulty = await startFaultySite({ register: (strapi) => provider.register(strapi) });
  admin = await createAdmin(faulty.site);
});
afterAll(() => faulty.stop());
afterEach(() => {
  provider.mood.remove = 'works';
  provider.release();
});

const deleteOne = async (title: string): Promise<void> => {
  const material = await faulty.bot.upload(pdf());
  const { id } = await faulty.bot.createPublication({ title, media: [material] });
  const { media } = await faulty.bot.remove(id);
  expect(media.deleted).toEqual([material.id]);
};

interface Shown {
  attempts: number;
  lastError: string | null;
  failedAt: string | null;
}

const shown = async (): Promise<{ waiting: Shown[]; stuck: Shown[] }> =>
  (
    (await admin.agent.get('/bot/removals').expect(200)).body as {
      data: { waiting: Shown[]; stuck: Shown[] };
    }
  ).data;

test('a removal that is refused is tried with growing pauses, given up, shown, and done by hand', async () => {
  provider.mood.remove = 'throws';
  await deleteOne('Refused');

  const pauses: number[] = [];
  for (let number = 0; number < TRIES; number += 1) {
    await faulty.tryRemovals();
    const { removals } = await faulty.expectNothingHalfDone();
    if (removals[0]?.failed_at) break;
    pauses.push(new Date(removals[0]?.due_at ?? 0).getTime() - Date.now());
  }
  expect(pauses.length).toBeGreaterThanOrEqual(TRIES - 2);
  // The longest pause is an hour; measured pauses are shorter by the duration of an attempt.
  pauses
    .slice(1)
    .forEach((pause, index) => expect(pause).toBeGreaterThan((pauses[index] ?? 0) - 1_000));
  expect(pauses[0]).toBeLessThan(60_000);
  expect(pauses.at(-1)).toBeGreaterThan(3_500_000);

  const before = await shown();
  expect(before.waiting).toEqual([]);
  expect(before.stuck).toMatchObject([{ attempts: TRIES, lastError: 'The bucket says no' }]);
  await faulty.tryRemovals();
  expect((await shown()).stuck).toHaveLength(1);

  provider.mood.remove = 'works';
  await admin.agent.post('/bot/removals/retry').expect(204);
  await faulty.untilRemoved();
  expect(readdirSync(faulty.site.uploadsDir)).toEqual([]);
  await faulty.expectNothingHalfDone();
});

test('a removal that the provider does not answer ends within its bound, and is kept', async () => {
  provider.mood.remove = 'hangs';
  await deleteOne('Hangs');
  const startedAt = Date.now();
  await faulty.tryRemovals();
  // The timeout is one second here, and five minutes by default.
  expect(Date.now() - startedAt).toBeLessThan(30_000);
  expect((await faulty.expectNothingHalfDone()).removals).toHaveLength(1);

  provider.mood.remove = 'works';
  provider.release();
  await faulty.tryRemovals();
  await faulty.untilRemoved();
  expect(readdirSync(faulty.site.uploadsDir)).toEqual([]);
});

test('a provider that refuses removals does not keep uploads and deletes from working', async () => {
  provider.mood.remove = 'throws';
  await deleteOne('One');
  await deleteOne('Two');
  await faulty.bot.upload(pdf());
  expect((await faulty.expectNothingHalfDone()).removals.length).toBeGreaterThan(0);
});
