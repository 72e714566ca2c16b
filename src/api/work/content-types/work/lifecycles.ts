import { resetLinks } from '../../indexes';

interface Updated {
  params: { where?: unknown; data?: object };
}

export default {
  /**
   * Marks the links of a work to tags and categories as outdated when its date of first publication changes, because
   * each link stores a copy of the date.
   */
  async afterUpdateMany({ params: { where, data } }: Updated): Promise<void> {
    const documentId: unknown = Reflect.get(Object(where), 'documentId');
    if (typeof documentId === 'string' && data !== undefined && 'firstPublishedAt' in data) {
      await resetLinks(strapi, documentId);
    }
  },
};
