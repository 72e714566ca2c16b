import { envelope } from '../support/envelope';
import { createBot, type Bot } from '../support/bot';
import { countRows } from '../support/database';
import { binary, pdf, png } from '../support/files';
import { startSite, type Site } from '../support/site';
import { storedFiles } from '../support/storage';
import { sendFile } from '../support/uploads';

const LIMIT = 100_000;

let site: Site;
let bot: Bot;

beforeAll(async () => {
  site = await startSite({
    env: { UPLOAD_MAX_BYTES: String(LIMIT) },
    register: (strapi) => {
      strapi.config.set('plugin::bot.limits.imagePixels', 10_000);
    },
  });
  bot = createBot(site);
});
afterAll(() => site.stop());

const refused = envelope(413, 'file-too-large', { limit: LIMIT });

test('a file one byte over the limit is 413', async () => {
  const { body } = await sendFile(bot, binary(LIMIT + 1)).expect(413);
  expect(body).toEqual(refused);
});

test('a file far over the limit is 413', async () => {
  const { body } = await sendFile(bot, binary(LIMIT * 10)).expect(413);
  expect(body).toEqual(refused);
});

test('a file over the limit whose length was not announced is 413', async () => {
  const form = new FormData();
  form.set('file', new Blob([pdf('a.pdf', LIMIT * 8).content]), 'a.pdf');
  const { body, headers } = new Response(form);
  const answer = await fetch(`${site.url}/api/bot/materials`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${site.token}`,
      'Content-Type': String(headers.get('content-type')),
    },
    body,
    duplex: 'half',
  });
  expect([answer.status, await answer.json()]).toEqual([413, refused]);
});

test('an image of more pixels than allowed is 413, however few bytes it has', async () => {
  const { body } = await sendFile(bot, await png({ width: 101, height: 100 })).expect(413);
  expect(body).toEqual(envelope(413, 'file-too-large', { limit: 10_000, pixels: 10_100 }));
});

test('what is refused leaves no row and no file', async () => {
  expect([await countRows(site, 'files'), await storedFiles(site)]).toEqual([0, []]);
});

test('a file of just the limit is stored', async () => {
  await sendFile(bot, binary(LIMIT)).expect(201);
});

test('an image of just as many pixels as allowed is stored', async () => {
  await sendFile(bot, await png({ width: 100, height: 100 })).expect(201);
});
