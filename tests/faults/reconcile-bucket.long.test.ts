import { jpeg } from '../support/files';
import { createBot } from '../support/bot';
import { startObjectStorage, type ObjectStorage } from '../support/object-storage';
import { startSite, type Site } from '../support/site';

/** The methods of the plugin's services that tests use. */
interface Comparison {
  compare(graceMilliseconds: number): Promise<{ unowned: object[]; incomplete: object[] }>;
}
interface Provider {
  upload(file: object): Promise<void>;
  delete(file: object): Promise<void>;
}

/** Negative, because the storage rounds times to full seconds, so that new objects may seem up to a second older or younger. */
const NO_GRACE = -5_000;

let storage: ObjectStorage;
let site: Site;
beforeAll(async () => {
  storage = await startObjectStorage();
  site = await startSite({ env: { ...storage.env, S3_PUBLIC_URL: storage.url } });
});
afterAll(async () => {
  await site.stop();
  await storage.stop();
});

test('a bucket is compared with the database by its list', async () => {
  const comparison: Comparison = site.strapi.plugin('bot').service('storageComparison');
  const { provider } = site.strapi.plugin('upload') as unknown as { provider: Provider };
  const photo = await createBot(site).upload(await jpeg({ width: 1200, height: 900 }));
  expect(await comparison.compare(NO_GRACE)).toMatchObject({ unowned: [], incomplete: [] });

  const [missing] = await storage.keys();
  const name = 'lost_00000000000000000001';
  await provider.delete({ hash: missing.slice(0, -4), ext: '.jpg' });
  await provider.upload({ hash: name, ext: '.txt', mime: 'text/plain', buffer: Buffer.from('x') });
  await provider.upload({
    hash: 'editors_1234567890',
    ext: '.txt',
    mime: 'text/plain',
    buffer: Buffer.from('x'),
  });
  expect(await comparison.compare(NO_GRACE)).toMatchObject({
    unowned: [{ name: `${name}.txt`, hash: name, ext: '.txt' }],
    incomplete: [{ id: photo.id, name: 'photo.jpg', missing: [missing] }],
  });
});
