import type { Call, CallerOptions, CallOptions } from '../http/call';
import { itemsOf } from '../http/paging';
import type { BodyOf, QueryOf } from '../http/types';
import type { UploadOptions } from '../uploads/options';
import type { UploadSource } from '../uploads/source';
import { upload } from '../uploads/upload';

export type MaterialChange = BodyOf<'changeMaterial'>;

/** Creates the methods for materials. They throw `BotError`. */
export const createMaterials = (call: Call, { patience: limits }: CallerOptions) => ({
  /** Uploads a file from a path, bytes, a `Blob`, a stream, or a URL that the site fetches. */
  upload: (source: UploadSource, options?: UploadOptions) =>
    upload(call, source, { ...options, patience: limits }),

  /** Yields all files that match the query; `limit` is the page size. */
  list: (query?: QueryOf<'listMaterials'>, options?: CallOptions) =>
    itemsOf(call, 'listMaterials', query, options),

  get: async (id: string, options?: CallOptions) =>
    (await call('getMaterial', { ...options, id })).body,

  /** Changes the name, alternative text or caption of a file. Omitted properties keep their value. */
  update: async (id: string, body: MaterialChange, options?: CallOptions) =>
    (await call('changeMaterial', { ...options, id, body })).body,

  /** Deletes an unused file. @throws BotError `material-in-use` */
  delete: async (id: string, options?: CallOptions) =>
    (await call('deleteMaterial', { ...options, id })).body,
});
