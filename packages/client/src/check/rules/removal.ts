import { Skip, assert, assertEqual, idsOf } from '../assert';
import type { Rule } from '../rule';

import { upload } from './materials';

export const REMOVAL: Rule[] = [
  {
    name: 'material-in-use',
    says: 'A material that a publication uses is not deleted; one that nothing uses is',
    prove: async (session) => {
      const { id } = await upload(session, 'In use.\n');
      const publication = await session.draft({ media: [id] });
      const refusal = await session.refused('deleteMaterial', { id }, 'material-in-use');
      assert(JSON.stringify(refusal.body).includes(publication), 'The publication is not named');
      await session.done('changePublication', { id: publication, json: { media: null } });
      await session.done('deleteMaterial', { id });
      await session.refused('getMaterial', { id }, 'material-not-found');
    },
  },
  {
    name: 'shared-media-kept',
    says: 'Deleting a publication keeps the media that another one uses',
    prove: async (session) => {
      const { id, url } = await upload(session, 'Shared.\n');
      const first = await session.draft({ media: [id] });
      const second = await session.draft({ media: [id] });
      const { body } = await session.done('deletePublication', { id: first });
      assertEqual(body.media, { deleted: [], kept: [id] }, 'What became of the media');
      assertEqual((await session.visit(url)).status, 200, `The status of ${url}`);
      const { body: other } = await session.done('getPublication', { id: second });
      assertEqual(idsOf(other.media), [id], 'The media of the other one');
    },
  },
  {
    name: 'delete-cascades',
    says: 'Deleting a publication deletes the media that nothing else uses, and their bytes',
    prove: async (session) => {
      const { id, url } = await upload(session, 'Goes too.\n');
      const publication = await session.draft({ media: [id] });
      const { body } = await session.done('deletePublication', { id: publication });
      assertEqual(body.media, { deleted: [id], kept: [] }, 'What became of the media');
      await session.refused('getMaterial', { id }, 'material-not-found');
      const isUnavailable = async () => [403, 404, 410].includes((await session.visit(url)).status);
      await session.until(`${url} is gone`, isUnavailable);
    },
  },
  {
    name: 'deleted-is-gone',
    says: 'What is deleted is a 404 to the bot and a 410 to readers',
    prove: async ({ done, draft, page, refused }) => {
      const id = await draft();
      const { url } = (await done('publishPublication', { id })).body;
      await page(url, [200]);
      await done('deletePublication', { id });
      await refused('deletePublication', { id }, 'publication-not-found');
      await refused('getPublication', { id }, 'publication-not-found');
      await page(url, [410]);
    },
  },
  {
    name: 'restore',
    says: 'What a site keeps comes back as it was',
    prove: async ({ request, codeOf, done, draft, title }) => {
      const name = title();
      const id = await draft({ title: name, body: 'kept' });
      await done('deletePublication', { id });
      const reply = await request('restorePublication', { id });
      const code = codeOf(reply.body) ?? '';
      if (['publication-not-found', 'route-not-found', 'method-not-allowed'].includes(code)) {
        throw new Skip('The site keeps nothing that is deleted');
      }
      assertEqual(reply.status, 200, 'The status');
      const { body } = await done('getPublication', { id });
      assertEqual([body.title, body.body, body.status], [name, 'kept', 'draft'], 'The publication');
    },
  },
];
