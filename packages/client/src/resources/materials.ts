import type { Call, CallerOptions, CallOptions } from '../http/call';
import { itemsOf } from '../http/paging';
import type { BodyOf, QueryOf } from '../http/types';
import type { UploadSource } from '../uploads/source';
import { upload, type UploadOptions } from '../uploads/upload';

export type MaterialChange = BodyOf<'changeMaterial'>;

export const createMaterials = (call: Call, { patience }: CallerOptions) => ({
  /** Uploads a file: from a path, bytes, a `Blob`, a stream, or an address that the site fetches. */
  upload: (source: UploadSource, options?: UploadOptions) =>
    upload(call, source, options, patience),

  /** All files that the query finds, page by page; `limit` is the size of a page. */
  list: (query?: QueryOf<'listMaterials'>, options?: CallOptions) =>
    itemsOf(call, 'listMaterials', query, options),

  get: async (id: string, options?: CallOptions) =>
    (await call('getMaterial', { ...options, id })).body,

  update: async (id: string, body: MaterialChange, options?: CallOptions) =>
    (await call('changeMaterial', { ...options, id, body })).body,

  /** Deletes a file that nothing uses. */
  delete: async (id: string, options?: CallOptions) =>
    (await call('deleteMaterial', { ...options, id })).body,
});
