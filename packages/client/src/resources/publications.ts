import type { Publication, PublicationItem } from '@fleet-bot/protocol';

import type { Call, CallOptions, Done } from '../http/call';
import { BotError } from '../http/errors';
import { itemsOf } from '../http/paging';
import type { BodyOf, QueryOf } from '../http/types';

/** An answer with the ETag of the publication's current version. */
export type Tagged<Body> = Body & { etag: string };
export type NewPublication = BodyOf<'createPublication'>;
export type PublicationChange = BodyOf<'changePublication'>;

/** Function that computes a change from the current publication, or `undefined` for no change. */
export type Changer = (
  current: Tagged<Publication>
) => PublicationChange | undefined | Promise<PublicationChange | undefined>;

export interface IfMatch extends CallOptions {
  /** ETag that the publication must still have; otherwise `precondition-failed`. */
  ifMatch?: string;
}

export interface UpdateOptions extends IfMatch {
  /** Publishes the changed draft in the same request. */
  publish?: boolean;
  /** Rejects the change (`changed-by-editor`) if an editor changed the publication after the bot's last write. */
  protectEditors?: boolean;
  /** Maximum calls of a function that computes the change, while others change the publication. Default 5. */
  tries?: number;
}

const tagged = <Body>({ body, headers }: Done<Body>): Tagged<Body> => ({
  ...body,
  etag: headers.get('etag') ?? '',
});

const conditions = ({ ifMatch, key, signal }: IfMatch) => ({
  key,
  signal,
  headers: { ...(ifMatch !== undefined && { 'If-Match': ifMatch }) },
});

/** Creates the methods for publications. They throw `BotError`. */
export const createPublications = (call: Call) => {
  const get = async (id: string, options?: CallOptions): Promise<Tagged<Publication>> =>
    tagged(await call('getPublication', { ...options, id }));

  const change = async (id: string, body: PublicationChange, options: UpdateOptions) => {
    const { publish, protectEditors } = options;
    const query = { ...(publish && { publish }), ...(protectEditors && { protectEditors }) };
    return tagged(await call('changePublication', { ...conditions(options), id, query, body }));
  };

  const changeBy = async (id: string, changer: Changer, options: UpdateOptions) => {
    const { tries = 5, ...rest } = options;
    let current = await get(id, options);
    for (let made = 1; ; made += 1) {
      const wanted = await changer(current);
      if (wanted === undefined) return current;
      try {
        return await change(id, wanted, { ...rest, ifMatch: current.etag });
      } catch (error) {
        const isOutrun = error instanceof BotError && error.code === 'precondition-failed';
        if (!isOutrun || made >= tries) throw error;
        const { publication, etag } = error.details as { publication?: Publication; etag: string };
        current = publication ? { ...publication, etag } : await get(id, options);
      }
    }
  };

  return {
    /** Creates a draft. */
    create: async (body: NewPublication, options?: CallOptions) =>
      tagged(await call('createPublication', { ...options, body })),

    get,

    /** Yields all publications that match the query; `limit` is the page size. */
    list: (query?: QueryOf<'listPublications'>, options?: CallOptions) =>
      itemsOf(call, 'listPublications', query, options),

    /** Publication with this `externalId`, or undefined. */
    find: async (externalId: string, options?: CallOptions): Promise<PublicationItem | undefined> =>
      (await call('listPublications', { ...options, query: { externalId } })).body[0],

    /**
     * Changes the given properties. With a function, no concurrent write is lost: after a conflict, the function is
     * called again with the current publication.
     * @throws BotError `precondition-failed` if every attempt conflicts
     */
    update: (
      id: string,
      wanted: PublicationChange | Changer,
      options: UpdateOptions = {}
    ): Promise<Tagged<Publication>> =>
      typeof wanted === 'function' ? changeBy(id, wanted, options) : change(id, wanted, options),

    /** Publishes the draft. Does not publish again if the public version already has the draft's content. */
    publish: async (id: string, options: IfMatch = {}) =>
      tagged(await call('publishPublication', { ...conditions(options), id })),

    /** Removes the public version and keeps the draft. */
    unpublish: async (id: string, options: IfMatch = {}) =>
      tagged(await call('unpublishPublication', { ...conditions(options), id })),

    /** Creates a temporary URL that shows the draft without a login. */
    preview: async (id: string, options?: CallOptions) =>
      (await call('previewPublication', { ...options, id })).body,

    /** Deletes a publication and the media that nothing else uses. */
    delete: async (id: string, options: IfMatch = {}) =>
      (await call('deletePublication', { ...conditions(options), id })).body,

    /** Restores a deleted publication. @throws BotError `publication-not-found` if the site no longer keeps it */
    restore: async (id: string, options?: CallOptions) =>
      tagged(await call('restorePublication', { ...options, id })),
  };
};
