import type { Publication, PublicationItem } from '@fleet-bot/protocol';

import type { Client } from '../client';
import { BotError } from '../http/errors';
import { cursorIn } from '../http/paging';
import type { Tagged } from '../resources/publications';

/** Number of publications per request: the default maximum of a site. */
export const PAGE = 100;

/** A listed publication. If it has an ETag, it is complete. */
export type Listed = Pick<
  PublicationItem,
  'id' | 'externalId' | 'title' | 'status' | 'url' | 'etag' | 'formerSlugs'
>;

/**
 * Yields all publications of a site, newest first.
 * @param wantsContent decides before each page whether its items include the content. Sites of earlier versions always
 * list items without content.
 */
export async function* listPublications(
  { call }: Client,
  wantsContent: () => boolean
): AsyncGenerator<Listed, void> {
  let cursor: string | undefined;
  let isEarlierVersion = false;
  do {
    const query = { limit: PAGE, ...(cursor && { cursor }) };
    const listPlain = () => call('listPublications', { query });
    const listContent = () =>
      call('listPublications', { query: { ...query, include: 'content' } }).catch(
        (error: unknown) => {
          if (!(error instanceof BotError) || error.code !== 'invalid-request') throw error;
          isEarlierVersion = true;
          return listPlain();
        }
      );
    const wantsAll = wantsContent() && !isEarlierVersion;
    const { body, headers } = await (wantsAll ? listContent() : listPlain());
    yield* body;
    cursor = cursorIn(headers.get('link'));
  } while (cursor !== undefined);
}

const isComplete = (item: Listed): item is Tagged<Publication> => item.etag !== undefined;

/**
 * Returns a listed publication with its content, fetched if the list had none.
 * @returns undefined if the publication was deleted after listing
 */
export const withContent = async (
  { publications }: Client,
  item: Listed
): Promise<Tagged<Publication> | undefined> =>
  isComplete(item)
    ? item
    : publications.get(item.id).catch((error: unknown) => {
        if (error instanceof BotError && error.status === 404) return undefined;
        throw error;
      });
