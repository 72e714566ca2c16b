import { jpeg, pdf, type TestFile } from '../support/files';
import { form, send, type Answer, type Call } from '../support/http-client';
import { until } from '../support/until';
import { startCrashingSite, type CrashingSite } from './crashing-site';

let site: CrashingSite;
let photo: TestFile;
/** Large enough for a kill while it is being stored. */
const large = pdf('large.pdf', 40_000_000);

beforeAll(async () => {
  site = await startCrashingSite();
  photo = await jpeg({ width: 2400, height: 1800 });
});
afterAll(() => site.stop());

/** Time limit in milliseconds; image processes have a lower priority than other tests. */
const PATIENCE = 60_000;

const uploadOf = (file: TestFile, name: string): Call => ({
  method: 'POST',
  path: '/api/bot/materials',
  key: `upload-${name}`,
  ...form(name, file.mime, file.content),
});

const removals = () => site.select('SELECT id FROM bot_removals');

/** Sends an upload whose answer may be lost in a crash. */
const start = (call: Call): Promise<Answer | undefined> =>
  send(site.url, call).catch(() => undefined);

/** Repeats the request with its key, like a bot after a crash, and expects exactly one material. */
const expectOnceAfterRetry = async (call: Call, name: string, before?: Answer): Promise<void> => {
  const answer = await send(site.url, call);
  expect(answer.status).toBe(201);
  if (before !== undefined) expect(answer.body).toEqual(before.body);
  const { files } = await site.expectNoDamage();
  expect(files.filter((file) => file.name === name)).toHaveLength(1);
};

test('killed while the bytes arrive: nothing is stored, no temp file is left', async () => {
  const stored = site.objects().length;
  const call = uploadOf(pdf('slow.pdf', 2_000_000), 'slow.pdf');
  const upload = start({ ...call, spread: 5_000 });
  // Waits for the temporary directory and the file in it.
  await until('a temp file is there', () => site.temporaryFiles().length > 1);
  await site.crash();

  expect(await upload).toBeUndefined();
  expect(site.objects()).toHaveLength(stored);
  await site.expectNoDamage();
  await expectOnceAfterRetry(call, 'slow.pdf');
});

const killMoments: [
  name: string,
  file: () => TestFile,
  hasCome: (storedBefore: number) => boolean | Promise<boolean>,
][] = [
  ['announced.pdf', () => large, async () => (await removals()).length > 0],
  ['partly.pdf', () => large, (storedBefore) => site.objects().length > storedBefore],
  ['first-object.jpg', () => photo, (storedBefore) => site.objects().length > storedBefore],
  ['three-objects.jpg', () => photo, (storedBefore) => site.objects().length >= storedBefore + 3],
];

test.each(killMoments)(
  'killed at a moment of storing (%s): what is stored is on its way out, and the retry stores one',
  async (name, file, hasCome) => {
    const storedBefore = site.objects().length;
    const call = uploadOf(file(), name);
    const upload = start(call);
    await until(name, () => hasCome(storedBefore), PATIENCE);
    await site.crash();

    const answer = await upload;
    await site.expectNoDamage();
    await expectOnceAfterRetry(call, name, answer);
    await site.letTheGracePass();
    expect((await site.expectNoDamage()).removals).toEqual([]);
  },
  3 * PATIENCE
);

test('the bytes of an upload that may still be running are left alone for its grace', async () => {
  const storedBefore = site.objects().length;
  const upload = start(uploadOf(large, 'grace.pdf'));
  await until('it is being stored', () => site.objects().length > storedBefore);
  await site.crash();
  expect(await upload).toBeUndefined();

  const { objects, removals: left } = await site.expectNoDamage();
  expect(objects.size).toBe(storedBefore + 1);
  expect(left).toHaveLength(1);
  const minutes = (new Date(left[0]?.due_at ?? 0).getTime() - Date.now()) / 60_000;
  expect(minutes).toBeGreaterThan(50);
  expect(minutes).toBeLessThanOrEqual(60);
});
