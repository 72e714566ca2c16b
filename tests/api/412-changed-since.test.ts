import { workRows } from '../support/database';
import { envelope } from '../support/envelope';
import { textFile } from '../support/files';
import { useSite } from '../support/use-site';

const { site, bot } = useSite();

const ETAG = /^"[\w-]{22}"$/;

const etagOf = async (id: string): Promise<string> =>
  (await bot.request('get', `/publications/${id}`).expect(200)).headers.etag;

/** Saves a work as an editor. */
const edit = (documentId: string) =>
  site.strapi.documents('api::work.work').update({ documentId, data: { body: 'By an editor' } });

const COMMANDS = [
  ['change', 'patch', ''],
  ['publish', 'post', '/publish'],
  ['unpublish', 'post', '/unpublish'],
  ['delete', 'delete', ''],
] as const;

describe.each(COMMANDS)('%s', (name, method, suffix) => {
  const command = (id: string, ifMatch: string) => {
    const request = bot.request(method, `/publications/${id}${suffix}`).set('If-Match', ifMatch);
    return name === 'change' ? request.send({ title: 'By the bot' }) : request;
  };

  test('of what an editor changed since is 412 with what is there, and does nothing', async () => {
    const { id } = await bot.createPublication({ title: 'Seen' });
    const seen = await etagOf(id);
    await edit(id);
    const before = await workRows(site, id);
    const { body, headers } = await command(id, seen).expect(412);
    expect(headers.etag).toBe(await etagOf(id));
    const publication = await bot.get(id);
    expect(body).toEqual(envelope(412, 'precondition-failed', { etag: headers.etag, publication }));
    expect(await workRows(site, id)).toEqual(before);
  });

  test('of what is as it was seen is done; one tag of several is enough, and so is *', async () => {
    const { id } = await bot.createPublication({ title: 'As seen' });
    await command(id, `"other", ${await etagOf(id)}`).expect(200);
    const other = await bot.createPublication({ title: 'Any' });
    await command(other.id, '*').expect(200);
  });

  test('with a weak tag is 412, and with no tag at all 400', async () => {
    const { id } = await bot.createPublication({ title: 'Weak' });
    await command(id, `W/${await etagOf(id)}`).expect(412);
    const { body } = await command(id, 'not in quotes').expect(400);
    expect(body).toEqual(envelope(400, 'invalid-request'));
    expect(await workRows(site, id)).toHaveLength(1);
  });

  test('of an unknown one is 404', async () => {
    await command('abcdefghijklmnopqrstuvwx', '*').expect(404);
  });
});

test('create, change, publish and unpublish answer the tag that the publication then has', async () => {
  const created = await bot.request('post', '/publications').send({ title: 'Tags' }).expect(201);
  const id = String(created.body.id);
  expect(created.headers.etag).toMatch(ETAG);
  expect(created.headers.etag).toBe(await etagOf(id));
  const tags = [created.headers.etag];
  for (const [name, method, suffix] of COMMANDS.slice(0, 3)) {
    const request = bot.request(method, `/publications/${id}${suffix}`);
    const { headers } = await (name === 'change' ? request.send({ title: 'Tagged' }) : request);
    expect(headers.etag).toBe(await etagOf(id));
    tags.push(headers.etag);
  }
  const [draft, changed, published, unpublished] = tags;
  // The date of the first publish stays after unpublishing, so the tag differs from that of the draft.
  expect(new Set([draft, changed, published, unpublished]).size).toBe(4);
  await bot.publish(id);
  await bot.unpublish(id);
  expect(await etagOf(id)).toBe(unpublished);
});

test('the tag is another one when the panel changes the alternative text of its media', async () => {
  const material = await bot.upload(textFile('a.txt', 'a'), { alternativeText: 'Before' });
  const { id } = await bot.createPublication({ title: 'Described', media: [material] });
  const before = await etagOf(id);
  await site.strapi.db
    .query('plugin::upload.file')
    .update({ where: { documentId: material.id }, data: { alternativeText: 'After' } });
  expect(await etagOf(id)).not.toBe(before);
});

test('who has it as it is gets 304 without a body, and the whole as soon as it changed', async () => {
  const { id } = await bot.createPublication({ title: 'Fresh' });
  const getIfChanged = async (tag: string) =>
    bot.request('get', `/publications/${id}`).set('If-None-Match', tag);
  const tag = await etagOf(id);
  const fresh = await getIfChanged(tag);
  expect([fresh.status, fresh.text, fresh.headers.etag]).toEqual([304, '', tag]);
  // Node's fetch adds `Cache-Control: no-cache` to conditional requests.
  const byFetch = await fetch(`${site.url}/api/bot/publications/${id}`, {
    headers: { Authorization: `Bearer ${site.token}`, 'If-None-Match': `"other", W/${tag}` },
  });
  expect(byFetch.status).toBe(304);
  await edit(id);
  expect((await getIfChanged(tag)).status).toBe(200);
});

test('two changes of what both have seen: one is done, the other 412', async () => {
  const { id } = await bot.createPublication({ title: 'Both' });
  const seen = await etagOf(id);
  const change = (title: string) =>
    bot.request('patch', `/publications/${id}`).set('If-Match', seen).send({ title });
  const answers = await Promise.all([change('One'), change('Two')]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
});
