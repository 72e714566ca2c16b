import type { Publication, PublicationItem } from '@fleet-bot/protocol';

import type { Call, CallOptions, Done } from '../http/call';
import { BotError } from '../http/errors';
import { itemsOf } from '../http/paging';
import type { BodyOf, QueryOf } from '../http/types';

/** An answer with the version that it tells of. */
export type Tagged<Body> = Body & { etag: string };
export type NewPublication = BodyOf<'createPublication'>;
export type PublicationChange = BodyOf<'changePublication'>;

/** What to change, told by what is there; nothing is changed for `undefined`. */
export type Changer = (
  current: Tagged<Publication>
) => PublicationChange | undefined | Promise<PublicationChange | undefined>;

export interface IfMatch extends CallOptions {
  /** Only if the publication is still the one with this ETag. */
  ifMatch?: string;
}

export interface UpdateOptions extends IfMatch {
  /** Makes the draft public in the same step. */
  publish?: boolean;
  /** Refuses the change if an editor has changed the publication since the bot's last write. */
  protectEditors?: boolean;
  /** How often a function is asked again when somebody else was faster. Default 5. */
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

/** What the site says is there now, in the error that refuses a change. */
const currentIn = ({ details }: BotError): Tagged<Publication> | undefined =>
  details.publication === undefined
    ? undefined
    : { ...(details.publication as Publication), etag: String(details.etag) };

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
    /** Makes a draft. */
    create: async (body: NewPublication, options?: CallOptions) =>
      tagged(await call('createPublication', { ...options, body })),

    get,

    /** All that the query finds, page by page; `limit` is the size of a page. */
    list: (query?: QueryOf<'listPublications'>, options?: CallOptions) =>
      itemsOf(call, 'listPublications', query, options),

    /** The one with this `externalId`, if there is one. */
    find: async (externalId: string, options?: CallOptions): Promise<PublicationItem | undefined> =>
      (await call('listPublications', { ...options, query: { externalId } })).body[0],

    /**
     * Changes what is named. With a function in place of a change, nothing that somebody else has written meanwhile is
     * lost: it is asked again with what is there then.
     * @throws BotError `precondition-failed` when others were faster each time
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

    /** An address at which anybody can read the draft for a while. */
    preview: async (id: string, options?: CallOptions) =>
      (await call('previewPublication', { ...options, id })).body,

    /** Deletes it with the media that nothing else uses. */
    delete: async (id: string, options: IfMatch = {}) =>
      (await call('deletePublication', { ...conditions(options), id })).body,

    restore: async (id: string, options?: CallOptions) =>
      tagged(await call('restorePublication', { ...options, id })),
  };
};
