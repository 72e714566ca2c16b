import type { Publication, PublicationItem } from '@fleet-bot/protocol';

import type { Call, CallOptions, Done } from '../http/call';
import { BotError } from '../http/errors';
import { itemsOf } from '../http/paging';
import type { BodyOf, QueryOf } from '../http/types';

/** An answer with the ETag of its version. */
export type Tagged<Body> = Body & { etag: string };
export type NewPublication = BodyOf<'createPublication'>;
export type PublicationChange = BodyOf<'changePublication'>;

/** Computes a change from the current publication; `undefined` for no change. */
export type Changer = (
  current: Tagged<Publication>
) => PublicationChange | undefined | Promise<PublicationChange | undefined>;

export interface IfMatch extends CallOptions {
  /** ETag that the publication must still have. */
  ifMatch?: string;
}

export interface UpdateOptions extends IfMatch {
  /** Publishes the draft in the same step. */
  publish?: boolean;
  /** Rejects the change if an editor has changed the publication since the bot's last write. */
  protectEditors?: boolean;
  /** Most attempts with a function after conflicting changes by others. Default 5. */
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

/** Current publication in the error that rejects a change. */
const currentIn = ({ details }: BotError): Tagged<Publication> | undefined =>
  details.publication === undefined
    ? undefined
    : { ...(details.publication as Publication), etag: String(details.etag) };

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
        current = currentIn(error) ?? (await get(id, options));
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
     * Changes the given properties. A function instead of a change loses no concurrent writes: it is called again with
     * the current publication after a conflict.
     * @throws BotError `precondition-failed` if every attempt conflicts
     */
    update: (
      id: string,
      wanted: PublicationChange | Changer,
      options: UpdateOptions = {}
    ): Promise<Tagged<Publication>> =>
      typeof wanted === 'function' ? changeBy(id, wanted, options) : change(id, wanted, options),

    publish: async (id: string, options: IfMatch = {}) =>
      tagged(await call('publishPublication', { ...conditions(options), id })),

    unpublish: async (id: string, options: IfMatch = {}) =>
      tagged(await call('unpublishPublication', { ...conditions(options), id })),

    /** Creates a temporary URL at which anybody can read the draft. */
    preview: async (id: string, options?: CallOptions) =>
      (await call('previewPublication', { ...options, id })).body,

    /** Deletes a publication and the media that only it uses. */
    delete: async (id: string, options: IfMatch = {}) =>
      (await call('deletePublication', { ...conditions(options), id })).body,

    restore: async (id: string, options?: CallOptions) =>
      tagged(await call('restorePublication', { ...options, id })),
  };
};
