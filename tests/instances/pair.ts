import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { createAdmin } from '../support/admin';
import { damageOf, readState, type Select, type State } from '../support/audit';
import { createBot, type Bot } from '../support/bot';
import { textFile } from '../support/files';
import { beginUpload, sendPart, uploadPath } from '../support/resumable';
import type { ServerProcess } from '../support/server-process';
import { until } from '../support/until';
import { atOnce, rounds } from '../concurrency/rounds';
import { startInstances, stopInstances } from './start';

/** Two instances of one site with a bot each, and a check of their data. */
export interface Pair {
  servers: [ServerProcess, ServerProcess];
  here: Bot;
  there: Bot;
  /** Uploads folder of both instances. */
  uploadsDir: string;
  expectNoDamage: () => Promise<State>;
  /** Starts a third instance, with these environment variables in addition. */
  startAnother: (env: Record<string, string>) => Promise<ServerProcess>;
  /** Stops both instances and deletes their files. */
  stop: () => Promise<void>;
}

/** Starts two instances with one database, which `select` reads, and one folder of files. */
export const startPair = async (env: Record<string, string>, select: Select): Promise<Pair> => {
  const publicDir = await mkdtemp(path.join(tmpdir(), 'site-shared-'));
  const uploadsDir = path.join(publicDir, 'uploads');
  const servers = (await startInstances(2, env, publicDir)) as Pair['servers'];
  const [here, there] = servers.map(createBot) as [Bot, Bot];
  return {
    servers,
    here,
    there,
    uploadsDir,
    async expectNoDamage() {
      const state = await readState(select, uploadsDir);
      expect(damageOf(state)).toEqual([]);
      return state;
    },
    async startAnother(more) {
      const [another] = await startInstances(1, { ...env, ...more }, publicDir);
      return another;
    },
    async stop() {
      await stopInstances(servers);
      await rm(publicDir, { recursive: true, force: true });
    },
  };
};

/** Expects one effect and the same answers for a key that is sent to both instances at once. */
const expectOneEffectOfAKey = ({ here, there, expectNoDamage }: Pair) =>
  rounds(10, async (number) => {
    const title = `Shared ${number}`;
    const create = (bot: Bot) =>
      bot.request('post', '/publications').set('Idempotency-Key', title).send({ title });
    const answers = await atOnce(create(here), create(there), create(here), create(there));
    for (const { status } of answers) expect([201, 409]).toContain(status);
    const [one, other] = [await create(here), await create(there)];
    expect([one.status, other.status]).toEqual([201, 201]);
    expect(one.text).toBe(other.text);
    const { works } = await expectNoDamage();
    expect(works.filter((work) => work.title === title)).toHaveLength(1);
  });

/** Expects one publish if both instances publish at once. */
const expectOnePublish = ({ here, there, expectNoDamage }: Pair) =>
  rounds(8, async (number) => {
    const { id } = await here.createPublication({ title: `Live ${number}` });
    const publish = (bot: Bot) => bot.request('post', `/publications/${id}/publish`);
    const answers = await atOnce(publish(here), publish(there), publish(here), publish(there));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { works } = await expectNoDamage();
    expect(works.filter((work) => work.document_id === id)).toHaveLength(2);
  });

/** Expects a separate slug for each publication if both instances create them with the same title at once. */
const expectSlugsOfTheirOwn = ({ here, there, expectNoDamage }: Pair) =>
  rounds(3, async (number) => {
    const title = `Weather ${number}`;
    const create = (bot: Bot) => bot.request('post', '/publications').send({ title });
    const bots = [here, there, here, there, here, there, here, there];
    const answers = await atOnce(...bots.map(create));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    const { works } = await expectNoDamage();
    const slugs = works.filter((work) => work.title === title).map(({ slug }) => slug);
    expect(new Set(slugs).size).toBe(8);
  });

/** Expects the longest accepted title to fit into the columns of every database. */
const expectLongTitle = async ({ here, there, expectNoDamage }: Pair) => {
  const title = '\u{1f30d}'.repeat(255);
  const { id } = await here.createPublication({ title });
  await there.publish(id);
  expect((await there.get(id)).title).toBe(title);
  await expectNoDamage();
};

/** Expects an editor on one instance to restore a version that the bot replaced on the other. */
const expectVersions = async ({ here, there, servers, expectNoDamage }: Pair) => {
  const admin = await createAdmin(servers[1]);
  const media = [
    (await here.upload(textFile('b.txt', 'b'))).id,
    (await here.upload(textFile('a.txt', 'a'))).id,
  ];
  const fields = { excerpt: 'Größe 🌍', tags: ['Kept'], seo: { metaTitle: '1', noIndex: true } };
  const old = { title: 'Replaced', body: 'Größe 🌍', media, fields };
  const { id } = await here.createPublication(old);
  await here.publish(id);
  const other = { excerpt: null, tags: [], seo: { metaTitle: null, noIndex: false } };
  await there.change(id, { title: 'New', body: null, media: [], fields: other }, { publish: true });
  const versions = `/bot/versions/api::work.work/${id}`;
  const { data: listed } = (await admin.agent.get(versions).expect(200)).body;
  expect(listed).toMatchObject([{ event: 'published' }, { event: 'changed' }]);
  expect(Math.abs(Date.parse(listed[0].happenedAt) - Date.now())).toBeLessThan(60_000);
  await admin.agent.post(`${versions}/${listed[0].id}/put-back`).expect(200);
  const { draft } = await there.get(id);
  expect(draft).toMatchObject({ title: 'Replaced', body: 'Größe 🌍' });
  expect(draft?.fields).toMatchObject({ ...fields, tags: [{ name: 'Kept' }] });
  expect(draft?.media.map((material) => material.id)).toEqual(media);
  const before = await there.get(id);
  await there.remove(id);

  const deleted = `/bot/trash?search=${id}`;
  const { items } = (await admin.agent.get(deleted).expect(200)).body.data;
  expect(items).toMatchObject([{ id, who: 'bot' }]);
  const back = () => admin.agent.post(`/bot/trash/${id}/restore`);
  const answers = await Promise.all([back(), back()]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect((await admin.agent.get(deleted).expect(200)).body.data.items).toEqual([]);
  expect((await admin.agent.get(versions).expect(200)).body.data).toHaveLength(3);
  const restored = await here.get(id);
  // The files of this version were deleted.
  expect(restored).toMatchObject({ status: 'draft', title: 'Replaced', media: [] });
  expect(restored.fields).toEqual(before.draft?.fields);
  await expectNoDamage();
};

const HALF_A_DAY = 43_200_000;

/** Expects the panel on one instance to show what the bot did on the other. */
const expectBotPage = async ({ here, there, servers }: Pair) => {
  const { agent } = await createAdmin(servers[1]);
  const getPanelData = async (path: string, query: object = {}) =>
    (await agent.get(`/bot${path}`).query(query).expect(200)).body.data;
  const unused = await here.upload(textFile('unused.txt', 'unused'));
  const used = await here.upload(textFile('used.txt', 'used'));
  const title = 'For 100 % of the panel';
  const { id } = await here.createPublication({ title, media: [used] });

  const from = new Date(Date.now() - HALF_A_DAY).toISOString();
  const to = new Date(Date.now() + HALF_A_DAY).toISOString();
  const { items } = await getPanelData('/overview/timeline', { from, to, search: '100 % OF' });
  expect(items).toMatchObject([{ type: 'publication.created', data: { id, title } }]);
  const { items: drafts } = await getPanelData('/overview/review');
  expect(drafts[0]).toMatchObject({ id, title });
  const { items: files } = await getPanelData('/overview/files');
  const names = files.map((file: { id: string }) => file.id);
  expect(names).toContain(unused.id);
  expect(names).not.toContain(used.id);
  expect((await getPanelData('/overview/state')).database.ok).toBe(true);
  expect((await getPanelData('/pulse')).latest).toBeGreaterThan(0);
  expect(await getPanelData('/unread-changes/api::work.work')).toBeDefined();
  expect(await getPanelData(`/works/api::work.work/${id}`)).toBeDefined();
  await there.remove(id);
  await here.request('delete', `/materials/${unused.id}`).expect(200);
};

/** Expects a file in a text to stay until the text no longer shows it. */
const expectTextsToKeepFiles = async ({ here, there, expectNoDamage }: Pair) => {
  const material = await here.upload(textFile('shown.txt', 'shown'));
  const owner = await here.createPublication({ title: 'Owner', media: [material] });
  const shows = { title: 'Shows it', body: `[a file](${material.url})` };
  const { id } = await there.createPublication(shows);
  await there.publish(id);
  expect((await here.remove(owner.id)).media).toEqual({ deleted: [], kept: [material.id] });
  await here.remove(id);
  const last = await there.createPublication({ title: 'Owner again', media: [material] });
  expect((await here.remove(last.id)).media).toEqual({ deleted: [material.id], kept: [] });

  await rounds(10, async (number) => {
    const shared = await here.upload(textFile('round.txt', 'round'));
    const { id: old } = await here.createPublication({ title: `Old ${number}`, media: [shared] });
    const answers = await atOnce(
      here.request('delete', `/publications/${old}`),
      there
        .request('post', '/publications')
        .send({ title: `New ${number}`, body: `![](${shared.url})` })
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 201]);
  });
  await expectNoDamage();
};

/**
 * Expects an upload in parts to continue on another instance, and only one of two concurrent requests for a part to
 * succeed.
 */
const expectUploadsToGoOn = async ({ here, there, expectNoDamage }: Pair) => {
  await rounds(5, async () => {
    const content = randomBytes(300_000);
    const upload = uploadPath((await beginUpload(here, content.length).expect(201)).headers);
    await sendPart(here, upload, 0, content.subarray(0, 100_000)).expect(204);
    const rest = () => content.subarray(100_000);
    const answers = await atOnce(
      sendPart(here, upload, 100_000, rest()),
      sendPart(there, upload, 100_000, rest())
    );
    const [made, ...others] = answers.filter(({ status }) => status === 201);
    expect(others).toEqual([]);
    expect(made?.body.sha256.received).toBe(createHash('sha256').update(content).digest('hex'));
    // The second request comes after the end of the upload, or after the material was stored.
    expect(answers.filter(({ status }) => [404, 409].includes(status))).toHaveLength(1);
    for (const bot of [here, there]) {
      const { id } = (await bot.request('get', upload).expect(201)).body as { id: string };
      expect(id).toBe(made?.body.id);
    }
  });
  await expectNoDamage();
};

/** Expects each scheduled publication to be published once and on time, by any instance. */
const expectToPublishOnTime = async ({ here, there, expectNoDamage }: Pair) => {
  const publishAt = new Date(Date.now() + 4_000);
  /** Earliest time at which each publication could be published. */
  const times = new Map<string, number>();
  for (let number = 1; number <= 20; number += 1) {
    const bot = number % 2 === 0 ? here : there;
    const title = `Timed ${number}`;
    const { id } = await bot.createPublication({ title, publishAt: publishAt.toISOString() });
    times.set(id, Math.max(publishAt.getTime(), Date.now()));
  }
  await until(
    'all are public',
    async () => (await here.list({ status: 'scheduled' })).length === 0
  );
  const { works } = await expectNoDamage();
  for (const [id, time] of times) {
    expect(works.filter((work) => work.document_id === id)).toHaveLength(2);
    const { publishedAt } = await there.get(id);
    const madePublic = Date.parse(String(publishedAt));
    expect(madePublic).toBeGreaterThanOrEqual(publishAt.getTime());
    expect(madePublic - time).toBeLessThan(3_000);
  }
};

/** Expects external ids to be distinguished, and unique across instances. */
const expectNamesOnce = async ({ here, there, expectNoDamage }: Pair) => {
  for (const externalId of ['n', 'N', 'n ', '\u00f1', '\u{1f30d}'.repeat(255)]) {
    const { id } = await here.createPublication({ title: 'Named', externalId });
    expect(await there.list({ externalId })).toMatchObject([{ id, externalId }]);
  }
  await rounds(8, async (number) => {
    const externalId = `shared-${number}`;
    const create = (bot: Bot) =>
      bot.request('post', '/publications').send({ title: `Name ${number}`, externalId });
    const answers = await atOnce(create(here), create(there), create(here), create(there));
    const winners = answers.filter(({ status }) => status === 201);
    expect(winners).toHaveLength(1);
    for (const { status, body } of answers) {
      if (status !== 201) {
        expect([status, body.error.details.id]).toEqual([409, winners[0]?.body.id]);
      }
    }
  });
  await expectNoDamage();
};

/** Expects a deleted publication to be restored once with its file, although both instances are asked at once. */
const expectToComeBack = ({ here, there, expectNoDamage }: Pair, keeping: Bot): Promise<void> =>
  rounds(4, async (number) => {
    const file = await here.upload(textFile(`back-${number}.txt`, `Back ${number}`));
    const { id } = await here.createPublication({ title: `Back ${number}`, media: [file] });
    await there.publish(id);
    const fields = { tags: [`back-${number}`], seo: { metaTitle: 'Back' } };
    await there.request('patch', `/publications/${id}`).send({ fields }).expect(200);
    const { body: before } = await here.request('get', `/publications/${id}`).expect(200);
    expect((await keeping.remove(id)).media.deleted).toEqual([file.id]);
    await expectNoDamage();
    // Restores before, during and after the quarantine of the bytes.
    await pause(number * 150);
    const restore = (bot: Bot) => bot.request('post', `/publications/${id}/restore`);
    const answers = await atOnce(restore(here), restore(there), restore(keeping));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    // Each instance has its own address.
    const said = (body: unknown) => JSON.stringify(body).replace(/http:\/\/127\.0\.0\.1:\d+/g, '');
    for (const { body } of answers) expect(said(body)).toEqual(said(before));
    const { works, files } = await expectNoDamage();
    expect(works.filter((work) => work.document_id === id)).toHaveLength(2);
    expect(files.filter((row) => row.document_id === file.id)).toHaveLength(1);
    await here.remove(id);
  });

/** Starts an instance with a trash, and expects it to restore deleted publications. */
const expectTrashToComeBack = async (pair: Pair) => {
  const keeping = await pair.startAnother({ BOT_TRASH_DAYS: '30' });
  try {
    await expectToComeBack(pair, createBot(keeping));
  } finally {
    await keeping.stop();
  }
};

const TESTS: Record<string, (pair: Pair) => Promise<unknown>> = {
  'one key on both at once has one effect': expectOneEffectOfAKey,
  'a file that a text shows is kept on whichever instance its owner is deleted':
    expectTextsToKeepFiles,
  'an upload in parts goes on at the other instance, and is stored once': expectUploadsToGoOn,
  'names are told apart, and each is given once': expectNamesOnce,
  'what is due is published once and in time, whichever instance was told': expectToPublishOnTime,
  'a title of 255 characters of four bytes each is stored whole': expectLongTitle,
  'the panel is told of what the bot has done on the other one': expectBotPage,
  'what the bot replaces is kept, and put back by an editor': expectVersions,
  'what one instance puts into the trash comes back once, asked for on several at once':
    expectTrashToComeBack,
  'publishing on both at once publishes once': expectOnePublish,
  'one title on both at once gives as many slugs as publications': expectSlugsOfTheirOwn,
};

/** Declares the tests of two instances, for any database. */
export const testPair = (pair: () => Pair): void => {
  test.each(Object.entries(TESTS))('%s', (_name, work) => work(pair()));
};
