import { Skip, assert, assertEqual, idsOf } from '../assert';
import type { Rule } from '../rule';
import type { Session } from '../session';

const refuseRequest = async (session: Session, what: string, body: string): Promise<void> => {
  const headers = { 'Content-Type': 'application/json' };
  const { status } = await session.send({ method: 'POST', path: '/publications', headers, body });
  assert(status === 400, `${what} is answered with ${status}`);
};

export const PUBLICATIONS: Rule[] = [
  {
    name: 'draft-created',
    says: 'A new publication is a draft: 201, an id, a Location, and no address for readers',
    prove: async (session) => {
      const title = session.title();
      const reply = await session.done('createPublication', { json: { title, body: 'a **b**' } });
      assertEqual(reply.status, 201, 'The status');
      const { id } = reply.body;
      assert(reply.headers.get('location')?.endsWith(`/publications/${id}`), 'Location is not its');
      const { body } = await session.done('getPublication', { id });
      const found = [body.title, body.body, body.status, body.url];
      assertEqual(found, [title, 'a **b**', 'draft', null], 'It');
    },
  },
  {
    name: 'wrong-requests-refused',
    says: 'What is wrong, misspelt or malformed is a 400 and makes nothing',
    prove: async (session) => {
      const title = session.title();
      await refuseRequest(session, 'No title', '{}');
      await refuseRequest(session, 'An unknown key', JSON.stringify({ title, titel: 'a' }));
      await refuseRequest(session, 'Malformed JSON', `{"title": "${title}"`);
      const media = ['zzzzzzzzzzzzzzzzzzzzzzzz'];
      const json = { title, media };
      const unknown = await session.refused('createPublication', { json }, 'unknown-material');
      assert(JSON.stringify(unknown.body).includes(media[0] ?? ''), 'The material is not named');
      for (const [name, value] of Object.entries({ limit: '0', status: 'gone', titel: 'a' })) {
        const query = { [name]: value };
        await session.refused('listPublications', { query }, 'invalid-request');
      }
      const { body } = await session.done('listPublications', { query: { title } });
      assertEqual(body.length, 0, 'The number of publications that came of it');
    },
  },
  {
    name: 'unknown-ids',
    says: 'What is asked of a publication that is not there is a 404',
    prove: async ({ refused }) => {
      const id = 'zzzzzzzzzzzzzzzzzzzzzzzz';
      await refused('getPublication', { id }, 'publication-not-found');
      await refused('changePublication', { id, json: { title: 'a' } }, 'publication-not-found');
      await refused('publishPublication', { id }, 'publication-not-found');
      await refused('unpublishPublication', { id }, 'publication-not-found');
      await refused('deletePublication', { id }, 'publication-not-found');
      await refused('getMaterial', { id }, 'material-not-found');
    },
  },
  {
    name: 'publish',
    says: 'Publishing gives an address at which anybody reads it; once more changes nothing',
    prove: async ({ done, draft, page, title }) => {
      const name = title();
      const id = await draft({ title: name });
      const { url } = (await done('publishPublication', { id })).body;
      await page(url, [200], name);
      const before = (await done('getPublication', { id })).body;
      assertEqual([before.status, before.url], ['published', url], 'The publication');
      assertEqual((await done('publishPublication', { id })).body.url, url, 'The address');
      const { publishedAt } = (await done('getPublication', { id })).body;
      assertEqual(publishedAt, before.publishedAt, 'publishedAt after the second time');
    },
  },
  {
    name: 'change',
    says: 'A change touches what it names, and readers see it after the next publish',
    prove: async ({ done, draft }) => {
      const id = await draft({ body: 'first' });
      await done('publishPublication', { id });
      const { title } = (await done('getPublication', { id })).body;
      const { body: changed } = await done('changePublication', { id, json: { body: 'second' } });
      assertEqual(
        [changed.body, changed.changed],
        ['first', true],
        'What readers see, and changed'
      );
      assertEqual([changed.draft?.body, changed.draft?.title], ['second', title], 'The draft');
      await done('publishPublication', { id });
      const { body: now } = await done('getPublication', { id });
      assertEqual([now.body, now.title, now.changed], ['second', title, false], 'After publishing');
    },
  },
  {
    name: 'unpublish',
    says: 'Unpublishing takes it from readers and keeps the draft; on a draft it does nothing',
    prove: async ({ done, draft, page }) => {
      const id = await draft({ body: 'kept' });
      const { url } = (await done('publishPublication', { id })).body;
      await done('unpublishPublication', { id });
      const { body } = await done('getPublication', { id });
      assertEqual([body.status, body.url, body.body], ['draft', null, 'kept'], 'The publication');
      await page(url, [404, 410]);
      await done('unpublishPublication', { id });
    },
  },
  {
    name: 'external-ids',
    says: 'An externalId finds its publication, and no second one gets it',
    prove: async ({ run, done, draft, refused, title }) => {
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
  },
  {
    name: 'schedule',
    says: 'At publishAt a draft becomes public, and at unpublishAt a draft again',
    prove: async ({ done, draft, until }) => {
      const at = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();
      const publishAt = at(1);
      const id = await draft({ publishAt });
      const status = async () => (await done('getPublication', { id })).body.status;
      const before = await status();
      // The answer of a slow site may arrive after `publishAt`.
      if (Date.now() < Date.parse(publishAt))
        assertEqual(before, 'draft', 'The status before its time');
      await until('published at its time', async () => (await status()) === 'published');
      await done('changePublication', { id, json: { unpublishAt: at(1) } });
      await until('taken back at its time', async () => (await status()) === 'draft');
    },
  },
  {
    name: 'preview',
    says: 'The address of a preview shows the draft to anybody',
    prove: async ({ request, codeOf, done, draft, page, title }) => {
      const name = title();
      const id = await draft({ title: name });
      const reply = await request('previewPublication', { id });
      const code = codeOf(reply.body) ?? '';
      if (['preview-not-configured', 'route-not-found'].includes(code)) throw new Skip(code);
      const { url } = (await done('previewPublication', { id })).body;
      await page(url, [200], name);
    },
  },
];
