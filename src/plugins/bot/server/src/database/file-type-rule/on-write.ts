import type { Core } from '@strapi/strapi';

import { FILE_UID } from '../../constants';
import { materialTypeOf } from '../../protocol/media-types/material-type';

interface FileData {
  mime?: string | null;
  type?: string;
}

const setType = (data: FileData | undefined): void => {
  if (typeof data?.mime === 'string') {
    data.type = materialTypeOf(data.mime);
  }
};

/**
 * Sets `type` on every file that anybody writes, the editors' uploads and replacements in the
 * Media Library included, from the MIME type that is stored.
 */
export const setTypeOnWrite = (strapi: Core.Strapi): void => {
  strapi.db.lifecycles.subscribe({
    models: [FILE_UID],
    beforeCreate: ({ params }) => setType(params.data),
    beforeUpdate: ({ params }) => setType(params.data),
    beforeCreateMany: ({ params }) => {
      for (const data of [params.data].flat()) {
        setType(data);
      }
    },
    beforeUpdateMany: ({ params }) => setType(params.data),
  });
};
