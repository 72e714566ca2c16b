import { oneLine } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import { FILE_UID } from '../../../core/constants';
import { materialTypeOf } from '../type-rule/material-type';

interface FileData {
  name?: string | null;
  mime?: string | null;
  type?: string;
}

const complete = (data: FileData | undefined): void => {
  if (typeof data?.mime === 'string') {
    data.type = materialTypeOf(data.mime);
  }
  if (typeof data?.name === 'string') {
    data.name = oneLine(data.name);
  }
};

/**
 * Sets `type` on every file that anybody writes, the editors' uploads and replacements in the
 * Media Library included, from the MIME type that is stored; takes control characters out of its
 * name.
 */
export const completeFilesOnWrite = (strapi: Core.Strapi): void => {
  strapi.db.lifecycles.subscribe({
    models: [FILE_UID],
    beforeCreate: ({ params }) => complete(params.data),
    beforeUpdate: ({ params }) => complete(params.data),
    beforeCreateMany: ({ params }) => {
      for (const data of [params.data].flat()) {
        complete(data);
      }
    },
    beforeUpdateMany: ({ params }) => complete(params.data),
  });
};
