import { createBot } from '../support/bot';
import { jpeg, type TestFile } from '../support/files';
import { expectNoDamage } from '../support/site-state';
import { onEachDatabase } from './databases';
import { atOnce, rounds } from './rounds';

onEachDatabase((site) => {
  let photo: TestFile;
  beforeAll(async () => {
    photo = await jpeg({ width: 600, height: 400 });
  });

  test('the same upload with the same key at once stores one material', async () => {
    const bot = createBot(site());
    await rounds(8, async (number) => {
      const name = `once-${number}.jpg`;
      const upload = () =>
        bot
          .request('post', '/materials')
          .set('Idempotency-Key', `upload-${number}`)
          .attach('file', photo.content, { filename: name, contentType: photo.mime });
      const answers = await atOnce(upload(), upload(), upload());
      for (const { status } of answers) expect([201, 409]).toContain(status);
      const created = answers.filter(({ status }) => status === 201);
      expect(created.length).toBeGreaterThan(0);

      const again = await upload();
      expect(again.status).toBe(201);
      expect(again.headers['idempotency-replayed']).toBe('true');
      expect(new Set([...created, again].map(({ text }) => text)).size).toBe(1);
      const { files } = await expectNoDamage(site());
      expect(files.filter((file) => file.name === name)).toHaveLength(1);
    });
  });

  test('the same create with the same key at once writes one publication', async () => {
    const bot = createBot(site());
    await rounds(8, async (number) => {
      const title = `Only ${number}`;
      const create = () =>
        bot
          .request('post', '/publications')
          .set('Idempotency-Key', `create-${number}`)
          .send({ title });
      const answers = await atOnce(create(), create(), create(), create());
      for (const { status } of answers) expect([201, 409]).toContain(status);
      for (const { status, headers } of answers) {
        if (status === 409) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      }
      const again = await create();
      expect(again.status).toBe(201);
      const { works } = await expectNoDamage(site());
      expect(works.filter((work) => work.title === title)).toHaveLength(1);
    });
  });

  test('two different requests with one key at once: one is done, the other is refused', async () => {
    const bot = createBot(site());
    await rounds(8, async (number) => {
      const create = (title: string) =>
        bot
          .request('post', '/publications')
          .set('Idempotency-Key', `two-${number}`)
          .send({ title });
      const answers = await atOnce(create(`Left ${number}`), create(`Right ${number}`));
      const [done, refused] = answers.map(({ status }) => status).sort();
      // The second request may get 409 while the first one runs; its body is compared only after that.
      expect([done, [409, 422]]).toEqual([201, expect.arrayContaining([refused])]);
      const again = await atOnce(create(`Left ${number}`), create(`Right ${number}`));
      expect(again.map(({ status }) => status).sort()).toEqual([201, 422]);
      const { works } = await expectNoDamage(site());
      expect(works.filter(({ title }) => title.endsWith(`t ${number}`))).toHaveLength(1);
    });
  });
});
