import type { Core } from '@strapi/strapi';

/** Settings of Strapi's Media Library in their stored form. */
interface Settings {
  sizeOptimization?: boolean;
  responsiveDimensions?: boolean;
  autoOrientation?: boolean;
  aiMetadata?: boolean;
}

/** Whether all settings have Strapi's defaults. A changed one means that an editor has decided. */
const isUntouched = ({ sizeOptimization, responsiveDimensions, autoOrientation }: Settings) =>
  sizeOptimization === true && responsiveDimensions === true && autoOrientation === false;

/**
 * Sets the Media Library once per site: photos are rotated upright, and originals are not re-encoded. Later changes in
 * the panel stay.
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
