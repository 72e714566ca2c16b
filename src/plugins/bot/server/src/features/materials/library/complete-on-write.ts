import { oneLine } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import { FILE_UID } from '../../../core/constants';
import { completeRows } from '../../../core/writes/own-data';
import { materialTypeOf } from '../type-rule/material-type';

interface FileData {
  name?: string | null;
  mime?: string | null;
}

const complete = ({ mime, name }: FileData): object => ({
  ...(typeof mime === 'string' && { type: materialTypeOf(mime) }),
  ...(typeof name === 'string' && { name: oneLine(name) }),
});

/**
 * Sets `type` on every file that anybody writes, the editors' uploads and replacements in the
 * Media Library included, from the MIME type that is stored; takes control characters out of its
 * name.
 */
export const completeFilesOnWrite = (strapi: Core.Strapi): void => {
  strapi.db.lifecycles.subscribe({
    models: [FILE_UID],
    beforeCreate: ({ params }) => completeRows(params, complete),
    beforeUpdate: ({ params }) => completeRows(params, complete),
    beforeCreateMany: ({ params }) => completeRows(params, complete),
    beforeUpdateMany: ({ params }) => completeRows(params, complete),
  });
};
