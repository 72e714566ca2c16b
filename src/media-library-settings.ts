import type { Core } from '@strapi/strapi';

/** Settings of Strapi's Media Library, as it stores them. */
interface Settings {
  sizeOptimization?: boolean;
  responsiveDimensions?: boolean;
  autoOrientation?: boolean;
  aiMetadata?: boolean;
}

/** What Strapi starts with; whoever has changed one of these has decided. */
const isUntouched = ({ sizeOptimization, responsiveDimensions, autoOrientation }: Settings) =>
  sizeOptimization === true && responsiveDimensions === true && autoOrientation === false;

/**
 * Sets the Media Library, once in the life of a site: photos stand upright, and originals are not
 * encoded anew. Editors may change it in the panel; it is not set again.
 */
export const setMediaLibrary = async (strapi: Core.Strapi): Promise<void> => {
  const done = strapi.store({ type: 'app', name: 'media-library', key: 'set' });
  if ((await done.get({})) === true) {
    return;
  }
  const uploads = strapi.plugin('upload').service('upload');
  const settings: Settings | null = await uploads.getSettings();
  if (settings !== null && isUntouched(settings)) {
    await uploads.setSettings({ ...settings, autoOrientation: true, sizeOptimization: false });
  }
  await done.set({ value: true });
};
