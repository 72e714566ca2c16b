import type { Core } from '@strapi/strapi';

import type { SiteConfig } from '../../../../config/site';
import { createSiteAddress } from '../../site-address';
import type { PublishedService } from './published';

const WORK = 'api::work.work';
const READ = 'plugin::content-manager.explorer.read';

/** What Strapi's panel asks the preview of. */
export interface PreviewedEntry {
  documentId?: string | null;
  status?: string | null;
}

interface PanelRequest {
  state: { userAbility?: { can(action: string, subject: string): boolean } };
}

const createPanelPreviewService = ({ strapi }: { strapi: Core.Strapi }) => {
  /** Strapi asks nobody whether this user may read the entry at all. */
  const mayRead = (): boolean => {
    const { state } = strapi.requestContext.get() as unknown as PanelRequest;
    return state.userAbility?.can(READ, WORK) === true;
  };

  /** Without the host where panel and site share one, so that it opens under any name of it. */
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
    /** Where the panel's preview shows an entry: null for what has no page, or not for this user. */
    async addressOf(uid: string, { documentId, status }: PreviewedEntry): Promise<string | null> {
      if (uid !== WORK || !documentId || !mayRead()) return null;
      const address = await (status === 'published'
        ? publicAddress(documentId)
        : draftAddress(documentId));
      return address && forPanel(address);
    },
  };
};

export default createPanelPreviewService;
