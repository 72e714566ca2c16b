import type { Core, Schema } from '@strapi/strapi';

import { PUBLICATION_STATUSES } from '../constants';

/**
 * What a row of the publication's content type stands for:
 * `draft` - the draft version of a document that has no published version,
 * `published` - the draft version of a document that has one,
 * `public-version` - the published version itself.
 *
 * Strapi has no such column: whether a draft has a published version is a question to another
 * row, and "the newest ten drafts among a million published works" would read all of them.
 */
export const PUBLIC_VERSION = 'public-version';
export const ROW_STATUSES = [...PUBLICATION_STATUSES, PUBLIC_VERSION] as const;

export const STATUS_ATTRIBUTE = 'publicationStatus';
export const STATUS_COLUMN = 'publication_status';

/** Adds the status attribute, hidden from the API and the panel, and the list's index. */
export const extendPublicationType = (contentType: Schema.ContentType): void => {
  Object.assign(contentType.attributes, {
    [STATUS_ATTRIBUTE]: {
      type: 'enumeration',
      enum: [...ROW_STATUSES],
      configurable: false,
      writable: false,
      visible: false,
      private: true,
    },
  });
  const { collectionName } = contentType;
  const withIndexes = contentType as Schema.ContentType & {
    indexes?: { name: string; columns: string[] }[];
  };
  withIndexes.indexes = [
    ...(withIndexes.indexes ?? []),
    {
      name: `${collectionName}_status_newest_index`,
      columns: [STATUS_COLUMN, 'created_at', 'document_id'],
    },
  ];
};

/** Checks at start that the configured content type can hold publications. */
export const assertPublicationType = (strapi: Core.Strapi, uid: string): void => {
  const contentType = strapi.contentTypes[uid as keyof typeof strapi.contentTypes] as
    Schema.ContentType | undefined;
  if (contentType === undefined) {
    throw new Error(`bot plugin: there is no content type ${uid} (setting "contentType")`);
  }
  const missing = ['title', 'slug', 'body', 'media'].filter(
    (name) => !(name in contentType.attributes)
  );
  if (missing.length > 0 || contentType.options?.draftAndPublish !== true) {
    throw new Error(
      `bot plugin: ${uid} must have title, slug, body, media and draft and publish` +
        (missing.length > 0 ? `; missing: ${missing.join(', ')}` : '')
    );
  }
};
