import { assert, assertEqual, idsOf } from '../assert';
import { rulesOf } from '../rule';

export const REMOVAL = rulesOf({
  'material-in-use: A material that a publication uses is not deleted; one that nothing uses is':
    async (session) => {
      const { id } = await session.upload('In use.\n');
      const publication = await session.draft({ media: [id] });
      const refusal = await session.refused('deleteMaterial', { id }, 'material-in-use');
      assert(JSON.stringify(refusal.body).includes(publication), 'The publication is not named');
      await session.done('changePublication', { id: publication, json: { media: null } });
      await session.done('deleteMaterial', { id });
      await session.refused('getMaterial', { id }, 'material-not-found');
    },
  'shared-media-kept: Deleting a publication keeps the media that another one uses': async (
    session
  ) => {
    const { id, url } = await session.upload('Shared.\n');
    const first = await session.draft({ media: [id] });
    const second = await session.draft({ media: [id] });
    const { body } = await session.done('deletePublication', { id: first });
    assertEqual(body.media, { deleted: [], kept: [id] }, 'What became of the media');
    assertEqual((await session.visit(url)).status, 200, `The status of ${url}`);
    const { media } = await session.read(second);
    assertEqual(idsOf(media), [id], 'The media of the other one');
  },
  'delete-cascades: Deleting a publication deletes the media that nothing else uses, and their bytes':
    async (session) => {
      const { id, url } = await session.upload('Goes too.\n');
      const publication = await session.draft({ media: [id] });
      const { body } = await session.done('deletePublication', { id: publication });
      assertEqual(body.media, { deleted: [id], kept: [] }, 'What became of the media');
      await session.refused('getMaterial', { id }, 'material-not-found');
      const isUnavailable = async () => [403, 404, 410].includes((await session.visit(url)).status);
      await session.until(`${url} is gone`, isUnavailable);
    },
  'deleted-is-gone: What is deleted is a 404 to the bot and a 410 to readers': async (session) => {
    const { done, draft, page, publish, refused } = session;
    const id = await draft();
    const url = await publish(id);
    await page(url, [200]);
    await done('deletePublication', { id });
    await refused('deletePublication', { id }, 'publication-not-found');
    await refused('getPublication', { id }, 'publication-not-found');
    await page(url, [410]);
  },
  'restore: What a site keeps comes back as it was': async ({ done, draft, read, title }) => {
    const name = title();
    const id = await draft({ title: name, body: 'kept' });
    await done('deletePublication', { id });
    const lacking = ['publication-not-found', 'route-not-found', 'method-not-allowed'];
    await done('restorePublication', { id }, lacking);
    const { title: restored, body, status } = await read(id);
    assertEqual([restored, body, status], [name, 'kept', 'draft'], 'The publication');
  },
});
