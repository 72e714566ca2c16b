import { resetLinks } from '../../topic-indexes';

interface Updated {
  params: { where?: unknown; data?: object };
}

export default {
  /** Resets the stored date of first publication in the work's links to topics when that date changes. */
  async afterUpdateMany({ params: { where, data } }: Updated): Promise<void> {
    const documentId: unknown = Reflect.get(Object(where), 'documentId');
    if (typeof documentId === 'string' && data !== undefined && 'firstPublishedAt' in data) {
      await resetLinks(strapi, documentId);
    }
  },
};
