import { assertSiteTypes } from '../../src/plugins/bot/server/src/features/materials/site-types';
import { envelope } from '../support/envelope';
import { archive, jpeg, mp4, pdf, png, textFile, type TestFile } from '../support/files';
import { sendFile } from '../support/uploads';
import { useOwnSite } from '../support/use-site';

const SETTINGS = 'plugin::upload.security';

const { site, bot } = useOwnSite();
afterEach(() => void site.strapi.config.set(SETTINGS, undefined));

const small = { width: 8, height: 8 };

const expectDenied = async (file: TestFile) => {
  const { body } = await sendFile(bot, file).expect(415);
  expect(body).toEqual(envelope(415, 'file-type-not-allowed'));
};

test('415: a type that is not among those that the site allows', async () => {
  site.strapi.config.set(SETTINGS, { allowedTypes: ['image/*', 'application/pdf'] });
  await bot.upload(await png(small));
  await bot.upload(pdf());
  await expectDenied(mp4());
  await expectDenied(textFile('a.txt', 'text'));
  // The type is detected from the bytes, not from the name.
  await expectDenied({ ...archive(), name: 'a.png', mime: 'image/png' });
});

test('415: a type that the site denies, by its bytes or by its name', async () => {
  site.strapi.config.set(SETTINGS, { deniedTypes: ['image/jpeg', 'application/x-sh', 'video/*'] });
  await bot.upload(await png(small));
  await expectDenied(await jpeg(small));
  await expectDenied({ ...(await jpeg(small)), name: 'a.png', mime: 'image/png' });
  await expectDenied(mp4());
  await expectDenied(textFile('setup.sh', '#!/bin/sh\n'));
});

test('415: all files, where the site allows none', async () => {
  site.strapi.config.set(SETTINGS, { allowedTypes: [] });
  await expectDenied(pdf());
});

test('a site does not start with settings that are no lists', () => {
  site.strapi.config.set(SETTINGS, { allowedTypes: 'image/*' });
  expect(() => assertSiteTypes(site.strapi)).toThrow(
    'upload.config.security.allowedTypes must be a list of types'
  );
});
