import type { Core } from '@strapi/strapi';

import { query, tableOf, toDate, transaction, type DatabaseDate } from '../database/connection';
import { holdLock } from '../database/locks';
import type { Settle } from '../protocol/answer';
import { protocolError } from '../protocol/errors';

import type { CascadeReport } from './cascade';
import { botConfig, getService } from './lookup';
import type { MaterialReference } from './material-reader';
import { publicationDocuments } from './publication-documents';

export interface NewPublication {
  title: string;
  body?: string | null;
  media: MaterialReference[];
}

export interface PublishedPublication {
  id: string;
  /** The absolute public address. */
  url: string;
}

interface Version {
  slug: string;
  updated_at: DatabaseDate;
}

/** The versions of a document: the draft is always there, the published one may be. */
interface Versions {
  draft: Version;
  published?: Version;
}

/**
 * Writes publications, through Strapi's document service, so that hooks, webhooks and the
 * editors' history see each write. An id that no document has is `publication-not-found`;
 * the document service itself would say nothing.
 */
export const createPublicationService = ({ strapi }: { strapi: Core.Strapi }) => {
  const { contentType } = botConfig(strapi);
  const documents = () => publicationDocuments(strapi);

  const findVersions = async (id: string): Promise<Versions> => {
    const rows: (Version & { published_at: unknown })[] = await query(strapi, (knex) =>
      knex(tableOf(strapi, contentType))
        .select('slug', 'updated_at', 'published_at')
        .where('document_id', id)
    );
    const draft = rows.find((row) => row.published_at === null);
    if (draft === undefined) {
      throw protocolError('publication-not-found');
    }
    return { draft, published: rows.find((row) => row.published_at !== null) };
  };

  /** Publishing copies the draft with its date, so a later date means a later change. */
  const isUpToDate = ({ draft, published }: Versions): boolean =>
    published !== undefined && toDate(draft.updated_at) <= toDate(published.updated_at);

  /** Runs `write` alone on a document, with what it looks at first in the same transaction. */
  const alone = <Result>(id: string, write: () => Promise<Result>): Promise<Result> =>
    transaction(strapi, async () => {
      await holdLock(strapi, 'document', id);
      return write();
    });

  return {
    /**
     * Creates a draft.
     * @throws `unknown-material` naming every element of `media` that does not exist
     */
    async create(
      { title, body, media }: NewPublication,
      settle: Settle<{ id: string }>
    ): Promise<{ id: string }> {
      return transaction(strapi, async () => {
        const fileIds = await getService(strapi, 'materialReader').resolve(media);
        const { documentId } = await documents().create({
          data: { title, body, media: fileIds },
        });
        const created = { id: documentId };
        await settle(created);
        return created;
      });
    },

    /**
     * Makes the draft version public. Nothing happens if it is public already, as it stands.
     * @throws `publication-not-found`
     */
    async publish(id: string, settle: Settle<PublishedPublication>): Promise<PublishedPublication> {
      return alone(id, async () => {
        const versions = await findVersions(id);
        if (!isUpToDate(versions)) {
          await documents().publish({ documentId: id });
        }
        const published = {
          id,
          url: getService(strapi, 'site').urlOfWork({ slug: versions.draft.slug, id }),
        };
        await settle(published);
        return published;
      });
    },

    /**
     * Takes the published version away; the draft and its media stay. Nothing happens to a draft.
     * @throws `publication-not-found`
     */
    async unpublish(id: string, settle: Settle<{ id: string }>): Promise<{ id: string }> {
      return alone(id, async () => {
        const { published } = await findVersions(id);
        if (published !== undefined) {
          await documents().unpublish({ documentId: id });
        }
        await settle({ id });
        return { id };
      });
    },

    /**
     * Deletes the document in all its versions, and with it the media that nothing else uses.
     * @throws `publication-not-found`
     */
    async remove(id: string): Promise<{ id: string; media: CascadeReport }> {
      const media = await getService(strapi, 'cascade').report(async () => {
        const { entries } = await documents().delete({ documentId: id });
        if (entries.length === 0) {
          throw protocolError('publication-not-found');
        }
      });
      return { id, media };
    },
  };
};

export type PublicationService = ReturnType<typeof createPublicationService>;
