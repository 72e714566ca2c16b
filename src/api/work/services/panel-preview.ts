import type { Core } from '@strapi/strapi';

import type { SiteConfig } from '../../../../config/site';
import { createSiteAddress } from '../../site-address';
import type { PublishedService } from './published';

const WORK = 'api::work.work';
const READ = 'plugin::content-manager.explorer.read';

/** Entry for which the panel requests a preview. */
export interface PreviewedEntry {
  documentId?: string | null;
  status?: string | null;
}

interface PanelRequest {
  state: { userAbility?: { can(action: string, subject: string): boolean } };
}

export default ({ strapi }: { strapi: Core.Strapi }) => {
  /** Whether the user may read works. Strapi does not check this for previews. */
  const mayRead = (): boolean => {
    const { state } = strapi.requestContext.get() as unknown as PanelRequest;
    return state.userAbility?.can(READ, WORK) === true;
  };

  /**
   * Shortens a preview URL to its path if panel and site have the same origin, so that the preview works under any host
   * name.
   */
  const forPanel = (address: string): string => {
    const { origin, pathname } = new URL(address);
    const panel = new URL(strapi.config.get<string>('admin.absoluteUrl'));
    return panel.origin === origin ? pathname : address;
  };

  const publicAddress = async (documentId: string): Promise<string | null> => {
    const published = strapi.service('api::work.published') as PublishedService;
    const row = await published.findAddress(documentId);
    const { publicUrl } = strapi.config.get<SiteConfig>('site');
    return row && createSiteAddress(publicUrl).absolute(`/works/${row.slug}`);
  };

  const draftAddress = async (documentId: string): Promise<string> =>
    (await strapi.plugin('bot').service('preview').link(documentId)).url;

  return {
    /** URL of the preview for an entry; null if the entry has no page, or the user may not read it. */
    async addressOf(uid: string, { documentId, status }: PreviewedEntry): Promise<string | null> {
      if (uid !== WORK || !documentId || !mayRead()) return null;
      const address = await (status === 'published'
        ? publicAddress(documentId)
        : draftAddress(documentId));
      return address && forPanel(address);
    },
  };
};
