import { setTimeout as pause } from 'node:timers/promises';

import { Client } from 'pg';

import { check } from '../../packages/client/src/check/check';
import { atOnce, rounds } from '../concurrency/rounds';
import { createAdmin } from '../support/admin';
import { objectsOfFile, type Select, type State } from '../support/audit';
import { createBot, type Bot } from '../support/bot';
import { TOKEN } from '../support/environment';
import { binary, jpeg, mp4, pdf, textFile, wav, type TestFile } from '../support/files';
import { startObjectStorage, type ObjectStorage } from '../support/object-storage';
import { describeWithPostgres } from '../support/postgres';
import { newDatabase, type NewDatabase } from '../support/new-database';
import { startRoundRobin, type RoundRobin } from '../support/round-robin';
import type { ServerProcess } from '../support/server-process';
import { until } from '../support/until';
import { findDamage, startBots } from './bots';
import { startInstances, stopInstances } from './start';
import { expectNoDamage, stateOf } from './state';

const MINUTES_4 = 240_000;

describeWithPostgres('three instances over PostgreSQL and a public bucket', () => {
  let postgres: NewDatabase;
  let storage: ObjectStorage;
  let front: RoundRobin;
  let client: Client;
  let servers: ServerProcess[];
  let here: Bot;
  let there: Bot;
  let photo: TestFile;

  beforeAll(async () => {
    photo = await jpeg({ width: 1200, height: 900 });
    [postgres, storage, front] = await Promise.all([
      newDatabase('postgres'),
      startObjectStorage(),
      startRoundRobin(),
    ]);
    servers = await startInstances(3, {
      ...postgres.env,
      ...storage.env,
      S3_PUBLIC_URL: storage.url,
      PUBLIC_URL: front.url,
    });
    front.use(servers.map(({ url }) => url));
    [here, there] = servers.map(createBot) as [Bot, Bot];
    client = new Client({ connectionString: postgres.url });
    await client.connect();
  }, MINUTES_4);

  afterAll(async () => {
    await client.end();
    await stopInstances(servers);
    await Promise.all([front.stop(), storage.stop()]);
  }, MINUTES_4);

  const select: Select = async <Row>(sql: string) => (await client.query(sql)).rows as Row[];
  const stores = () => ({ select, storage, server: servers[0] });
  const keysOf = (state: State, documentId: string): string[] =>
    state.files.filter((file) => file.document_id === documentId).flatMap(objectsOfFile);
  const storageForgets = (keys: string[]) =>
    until('storage has forgotten', async () => {
      const present = await storage.keys();
      return keys.every((key) => !present.includes(key));
    });

  /** Wakes the worker of an instance by a delete, instead of waiting for half a minute. */
  const pokeWorkers = async (): Promise<void> => {
    const { id } = await here.createPublication({
      title: 'Poke',
      media: [await here.upload(pdf())],
    });
    await here.remove(id);
  };

  test('they keep every rule of the interface, whichever of them answers', async () => {
    const { rules, left } = await check({ address: front.url, token: TOKEN });
    expect(rules.filter(({ result }) => result !== 'kept')).toEqual([]);
    expect(left).toEqual([]);
  });

  test(
    'bots that retry lose nothing and do nothing twice while an instance is killed',
    async () => {
      const bots = await startBots(front.url, { bots: 4, seed: 7 });
      await pause(4_000);
      const [first, killed, third] = servers as [ServerProcess, ServerProcess, ServerProcess];
      await killed.kill9();
      await pause(2_000);
      servers = [first, await killed.restart(), third];
      await pause(4_000);
      const kinds = ['upload', 'create', 'publish', 'unpublish', 'delete'];
      await until('each kind of request is done', () =>
        kinds.every((kind) => bots.ledger.done.has(kind))
      );
      await bots.stop();

      expect(bots.ledger.statuses.get(502)).toBeGreaterThan(0);
      // Uploads of a killed instance become due after an hour, and its claimed removals after five minutes.
      await client.query(
        `UPDATE bot_removals SET due_at = date_trunc('second', now() at time zone 'utc')`
      );
      await pokeWorkers();
      await until(
        'all removals are done',
        async () => (await stateOf(stores())).removals.length === 0,
        60_000,
        200
      );
      const state = await stateOf(stores());
      expect(await findDamage(bots, state)).toEqual([]);
      expect(state.claims).toBe(0);
      expect([...state.objects.keys()].sort()).toEqual(state.files.flatMap(objectsOfFile).sort());
    },
    MINUTES_4
  );

  test('one key on two instances at once has one effect', async () => {
    await rounds(6, async (number) => {
      const name = `twice-${number}.jpg`;
      const upload = (bot: Bot) =>
        bot
          .request('post', '/materials')
          .set('Idempotency-Key', name)
          .attach('file', photo.content, { filename: name, contentType: photo.mime });
      const answers = await atOnce(upload(here), upload(there));
      for (const { status } of answers) expect([201, 409]).toContain(status);
      const again = await upload(there);
      expect(again.status).toBe(201);
      for (const { status, text } of answers) if (status === 201) expect(text).toBe(again.text);
      const { files } = await stateOf(stores());
      expect(files.filter((file) => file.name === name)).toHaveLength(1);
    });
  });

  test('a delete here and a create there agree on who has the material', async () => {
    await rounds(20, async (number) => {
      const material = await here.upload(pdf());
      const { id } = await here.createPublication({ title: `Old ${number}`, media: [material] });
      const keys = keysOf(await stateOf(stores()), material.id);
      const remove = here.request('delete', `/publications/${id}`);
      const create = there
        .request('post', '/publications')
        .send({ title: `New ${number}`, media: [material] });
      const [created, removed] =
        number % 2 === 0 ? await atOnce(create, remove) : (await atOnce(remove, create)).reverse();
      expect(removed?.status).toBe(200);
      expect([201, 400]).toContain(created?.status);
      if (created?.status === 201)
        expect(await storage.keys()).toEqual(expect.arrayContaining(keys));
      else await storageForgets(keys);
    });
    await expectNoDamage(stores());
  });

  test('bytes are removed by one instance, once, with all formats', async () => {
    const bots = servers.map(createBot);
    const titles = bots.flatMap((_bot, index) => [`Left ${index}`, `Right ${index}`]);
    const publications = await Promise.all(
      titles.map(async (title) => {
        const media = [await here.upload(photo), await there.upload(pdf())];
        return { ...(await here.createPublication({ title, media })), media };
      })
    );
    const state = await stateOf(stores());
    const materials = publications.flatMap(({ media }) => media);
    const keys = materials.flatMap((material) => keysOf(state, material.id));
    // The photo has six objects with its thumbnail and formats, and the PDF has one.
    expect(keys).toHaveLength(titles.length * (5 + 1));

    // Each delete wakes the worker of its instance, which also finds removals of the other instances.
    await Promise.all(publications.map(({ id }, index) => bots[index % bots.length].remove(id)));
    await storageForgets(keys);
    await until('no removal is left', async () => (await stateOf(stores())).removals.length === 0);
    const deletes = storage.requests.filter(
      ({ method, key }) => method === 'DELETE' && keys.includes(key)
    );
    expect(deletes.map(({ key }) => key).sort()).toEqual([...keys].sort());
  });

  test('addresses are absolute and lead to the bytes', async () => {
    const paper = pdf('paper.pdf', 6_000_000);
    const { id, url } = await here.upload(paper);
    expect(url.startsWith(`${storage.url}/`)).toBe(true);
    const answer = await fetch(url);
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer()).equals(paper.content)).toBe(true);

    const picture = await there.upload(photo);
    const publication = await here.createPublication({ title: 'Shown', media: [id, picture.id] });
    const { url: page } = await there.publish(publication.id);
    expect(page.startsWith(`${front.url}/`)).toBe(true);
    const { media } = await there.get(publication.id);
    expect(media.map((material) => material.url)).toEqual([url, picture.url]);
    const html = await (await fetch(page)).text();
    for (const key of keysOf(await stateOf(stores()), picture.id)) expect(html).toContain(key);
  });

  const FOR_EVER = 'public, max-age=31536000, immutable';

  const expectHeaders = async (
    url: string,
    type: RegExp,
    isDownload: boolean,
    cacheControl = FOR_EVER
  ): Promise<void> => {
    const head = await storage.head(url.slice(storage.url.length + 1));
    expect(head?.type).toMatch(type);
    expect(head?.cacheControl).toBe(cacheControl);
    if (isDownload) expect(head?.disposition).toMatch(/^attachment; filename="/);
    else expect(head?.disposition).toBeNull();
  };

  test('objects say their type, and are downloaded unless a browser may show them', async () => {
    const files: [TestFile, RegExp, boolean][] = [
      [photo, /^image\/jpeg$/, false],
      [pdf(), /^application\/pdf$/, false],
      [mp4(), /^video\/mp4$/, false],
      [wav(), /^audio\/(x-|vnd\.)?wave?$/, false],
      [textFile('notes.txt', 'Some notes.'), /^text\/plain/, true],
      [binary(), /^application\/octet-stream$/, true],
    ];
    for (const [file, type, isDownload] of files) {
      await expectHeaders((await here.upload(file)).url, type, isDownload);
    }
    const [row] = (await stateOf(stores())).files.filter(({ name }) => name === photo.name);
    for (const key of objectsOfFile(row)) {
      expect(await storage.head(key)).toMatchObject({
        type: 'image/jpeg',
        disposition: null,
        cacheControl: FOR_EVER,
      });
    }
  });

  test('files of editors have the same headers, replaced ones too', async () => {
    const { agent } = await createAdmin(servers[0]);
    const send = async (file: TestFile, id?: number) => {
      const { body } = await agent
        .post(id === undefined ? '/upload' : `/upload?id=${id}`)
        .field('fileInfo', JSON.stringify({ name: file.name }))
        .attach('files', file.content, { filename: file.name, contentType: file.mime });
      return ([body].flat() as { id: number; url: string }[])[0];
    };
    const revalidated = 'public, no-cache';
    await expectHeaders((await send(photo)).url, /^image\/jpeg$/, false, revalidated);
    const notes = await send(textFile('editor.txt', 'First notes.'));
    await expectHeaders(notes.url, /^text\/plain/, true, revalidated);
    const replaced = await send(textFile('editor.txt', 'Other notes.'), notes.id);
    await expectHeaders(replaced.url, /^text\/plain/, true, revalidated);
    expect(replaced.url).toBe(notes.url);
    expect(await (await fetch(replaced.url)).text()).toBe('Other notes.');

    // Readers may cache the bot's files for a year, so a replacement gets another address.
    const { id } = await here.upload(photo);
    const [row] = (await stateOf(stores())).files.filter((file) => file.document_id === id);
    const old = objectsOfFile(row);
    const other = await send(await jpeg({ width: 1200, height: 900 }, 'other.jpg', 1), row.id);
    await expectHeaders(other.url, /^image\/jpeg$/, false);
    const now = keysOf(await stateOf(stores()), id);
    expect(now).toHaveLength(old.length);
    await until('the old objects are gone', async () => {
      const keys = await storage.keys();
      return now.every((key) => keys.includes(key)) && !old.some((key) => keys.includes(key));
    });
  });
});
