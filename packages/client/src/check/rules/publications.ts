import { assert, assertEqual, idsOf } from '../assert';
import { rulesOf } from '../rule';

export const PUBLICATIONS = rulesOf({
  'draft-created: A new publication is a draft: 201, an id, a Location, and no address for readers':
    async (session) => {
      const title = session.title();
      const reply = await session.done('createPublication', { json: { title, body: 'a **b**' } });
      assertEqual(reply.status, 201, 'The status');
      const { id } = reply.body;
      assert(reply.headers.get('location')?.endsWith(`/publications/${id}`), 'Location is not its');
      const { title: own, body, status, url } = await session.read(id);
      const found = [own, body, status, url];
      assertEqual(found, [title, 'a **b**', 'draft', null], 'It');
    },
  'wrong-requests-refused: What is wrong, misspelt or malformed is a 400 and makes nothing': async (
    session
  ) => {
    const title = session.title();
    for (const body of ['{}', `{"title": "${title}", "titel": "a"}`, `{"title": "${title}"`]) {
      const { status } = await session.request('createPublication', { body });
      assert(status === 400, `${body} is answered with ${status}`);
    }
    const material = 'zzzzzzzzzzzzzzzzzzzzzzzz';
    const json = { title, media: [material] };
    const unknown = await session.refused('createPublication', { json }, 'unknown-material');
    assert(JSON.stringify(unknown.body).includes(material), 'The material is not named');
    for (const [name, value] of Object.entries({ limit: '0', status: 'gone', titel: 'a' })) {
      await session.refused('listPublications', { query: { [name]: value } }, 'invalid-request');
    }
    const { body } = await session.done('listPublications', { query: { title } });
    assertEqual(body.length, 0, 'The number of publications that came of it');
  },
  'unknown-ids: What is asked of a publication that is not there is a 404': async ({ refused }) => {
    const id = 'zzzzzzzzzzzzzzzzzzzzzzzz';
    await refused('getPublication', { id }, 'publication-not-found');
    await refused('changePublication', { id, json: { title: 'a' } }, 'publication-not-found');
    await refused('publishPublication', { id }, 'publication-not-found');
    await refused('unpublishPublication', { id }, 'publication-not-found');
    await refused('deletePublication', { id }, 'publication-not-found');
    await refused('getMaterial', { id }, 'material-not-found');
  },
  'publish: Publishing gives an address at which anybody reads it; once more changes nothing':
    async ({ draft, page, publish, read, title }) => {
      const name = title();
      const id = await draft({ title: name });
      const url = await publish(id);
      await page(url, [200], name);
      const before = await read(id);
      assertEqual([before.status, before.url], ['published', url], 'The publication');
      assertEqual(await publish(id), url, 'The address');
      const { publishedAt } = await read(id);
      assertEqual(publishedAt, before.publishedAt, 'publishedAt after the second time');
    },
  'change: A change touches what it names, and readers see it after the next publish': async (
    session
  ) => {
    const { done, draft, publish, read } = session;
    const id = await draft({ body: 'first' });
    await publish(id);
    const { title } = await read(id);
    const { body: changed } = await done('changePublication', { id, json: { body: 'second' } });
    assertEqual([changed.body, changed.changed], ['first', true], 'What readers see, and changed');
    assertEqual([changed.draft?.body, changed.draft?.title], ['second', title], 'The draft');
    await publish(id);
    const now = await read(id);
    assertEqual([now.body, now.title, now.changed], ['second', title, false], 'After publishing');
  },
  'unpublish: Unpublishing takes it from readers and keeps the draft; on a draft it does nothing':
    async ({ done, draft, page, publish, read }) => {
      const id = await draft({ body: 'kept' });
      const address = await publish(id);
      await done('unpublishPublication', { id });
      const { status, url, body } = await read(id);
      assertEqual([status, url, body], ['draft', null, 'kept'], 'The publication');
      await page(address, [404, 410]);
      await done('unpublishPublication', { id });
    },
  'external-ids: An externalId finds its publication, and no second one gets it': async (
    session
  ) => {
    const { run, done, draft, refused, title } = session;
    const externalId = `${run} external`;
    await draft();
    const id = await draft({ externalId });
    await draft();
    const { body } = await done('listPublications', { query: { externalId } });
    assertEqual(idsOf(body), [id], 'What the list finds');
    const json = { title: title(), externalId };
    const second = await refused('createPublication', { json }, 'external-id-taken');
    assert(JSON.stringify(second.body).includes(id), 'The first publication is not named');
  },
  'schedule: At publishAt a draft becomes public, and at unpublishAt a draft again': async (
    session
  ) => {
    const { done, draft, read, until } = session;
    const at = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();
    const publishAt = at(1);
    const id = await draft({ publishAt });
    const status = async () => (await read(id)).status;
    const before = await status();
    // The answer of a slow site may arrive after `publishAt`.
    if (Date.now() < Date.parse(publishAt))
      assertEqual(before, 'draft', 'The status before its time');
    await until('published at its time', async () => (await status()) === 'published');
    await done('changePublication', { id, json: { unpublishAt: at(1) } });
    await until('taken back at its time', async () => (await status()) === 'draft');
  },
  'preview: The address of a preview shows the draft to anybody': async (session) => {
    const title = session.title();
    const id = await session.draft({ title });
    const lacking = ['preview-not-configured', 'route-not-found'];
    const { url } = (await session.done('previewPublication', { id }, lacking)).body;
    await session.page(url, [200], title);
  },
});
