import { unmarkLinks } from '../../topic-indexes';

interface Updated {
  params: { where?: unknown; data?: object };
}

export default {
  /** Links to topics say when their work was first published. */
  async afterUpdateMany({ params: { where, data } }: Updated): Promise<void> {
    const documentId: unknown = Reflect.get(Object(where), 'documentId');
    if (typeof documentId === 'string' && data !== undefined && 'firstPublishedAt' in data) {
      await unmarkLinks(strapi, documentId);
    }
  },
};
