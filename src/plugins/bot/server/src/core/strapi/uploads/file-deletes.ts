/*
 * Relies on: `@strapi/upload` 5.54: the panel, content API and other plugins delete a file by `remove` of its service
 * `upload`; the Media Library deletes several by `deleteMany` of its controller `admin-folder-file`
 * Breaks if: Strapi deletes files in another way
 * Checked by: `tests/editors/files-that-works-use.long.test.ts`
 */
import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

import { abortProbeCall, hasMethods, reachesPatch, type Probe } from '../probe';

const SERVICE = 'plugin::upload.upload';
const CONTROLLER = 'plugin::upload.admin-folder-file';

interface UploadService<File> {
  remove: (file: File) => Promise<unknown>;
}

interface BulkController {
  deleteMany: (ctx: Context) => Promise<void>;
}

/**
 * Installs a check that runs before each deletion of a file, and prevents the deletion by throwing. Must be called when
 * Strapi's services exist.
 */
export const beforeFileDelete = <File>(
  strapi: Core.Strapi,
  check: (file: File) => Promise<void>
): void => {
  strapi.get('services').extend(SERVICE, (service: UploadService<File>) => ({
    ...service,
    async remove(file: File) {
      abortProbeCall();
      await check(file);
      return service.remove(file);
    },
  }));
};

/**
 * Installs a check that runs before the Media Library deletes several files, and prevents the deletion by throwing.
 * Call it before routes are created.
 */
export const beforeBulkDelete = (
  strapi: Core.Strapi,
  check: (ctx: Context) => Promise<void>
): void => {
  strapi.get('controllers').extend(CONTROLLER, (controller: BulkController) => ({
    ...controller,
    async deleteMany(ctx: Context) {
      abortProbeCall();
      await check(ctx);
      await controller.deleteMany(ctx);
    },
  }));
};

export const FILE_DELETES: Probe = {
  name: 'keeping of files that publications use',
  reliesOn: 'remove of the service upload and deleteMany of admin-folder-file of @strapi/upload',
  isPresent: (strapi) =>
    hasMethods(strapi.service(SERVICE), 'remove') &&
    hasMethods(strapi.controller(CONTROLLER), 'deleteMany'),
  async verify(strapi) {
    const { remove } = strapi.service(SERVICE) as unknown as UploadService<object>;
    const { deleteMany } = strapi.controller(CONTROLLER) as unknown as BulkController;
    return (
      (await reachesPatch(() => remove({ id: -1, provider: 'none' }))) &&
      (await reachesPatch(() => deleteMany({ request: {} } as Context)))
    );
  },
};
