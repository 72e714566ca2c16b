import { readdirSync } from 'node:fs';

import { jpeg, pdf } from '../support/files';
import { startFaultySite, type FaultySite } from './faulty-site';
import { createFaultyProvider } from './faulty-provider';

const provider = createFaultyProvider();
let faulty: FaultySite;
beforeAll(async () => {
  faulty = await startFaultySite({ register: (strapi) => provider.register(strapi) });
});
afterAll(() => faulty.stop());
afterEach(() => {
  provider.mood.store = 'works';
  provider.release();
});

test('an upload that the provider refuses is answered 502 and leaves nothing', async () => {
  provider.mood.store = 'throws';
  await faulty.expectRefused(pdf(), 502, 'storage-failed');
  await faulty.untilRemoved();
  expect(readdirSync(faulty.site.uploadsDir)).toEqual([]);
});

test('an upload that the provider does not answer is answered 504 within its bound', async () => {
  provider.mood.store = 'hangs';
  const startedAt = Date.now();
  await faulty.expectRefused(await jpeg(), 504, 'storage-timeout');
  // The timeout is one second here, and five minutes by default.
  expect(Date.now() - startedAt).toBeLessThan(30_000);
  expect((await faulty.expectNothingHalfDone()).removals).toHaveLength(1);
});

test('bytes that a hanging provider stores after all are on their way out', async () => {
  provider.mood.store = 'hangs';
  await faulty.expectRefused(pdf(), 504, 'storage-timeout');
  provider.release();
  await faulty.expectNothingHalfDone();
  await faulty.tryRemovals();
  await faulty.untilRemoved();
  expect(readdirSync(faulty.site.uploadsDir)).toEqual([]);
});

test('the retry with its key works when the provider does', async () => {
  const upload = () =>
    faulty.bot
      .request('post', '/materials')
      .set('Idempotency-Key', 'retried')
      .attach('file', pdf().content, { filename: 'paper.pdf', contentType: 'application/pdf' });
  provider.mood.store = 'throws';
  await upload().expect(502);
  provider.mood.store = 'works';
  await upload().expect(201);
  const { files } = await faulty.expectNothingHalfDone();
  expect(files).toHaveLength(1);
});
