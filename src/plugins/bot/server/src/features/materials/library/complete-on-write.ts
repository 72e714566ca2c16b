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
 * Sets `type` from the stored MIME type on every file that is written through Strapi, uploads and replacements of
 * editors included, and removes control characters from its name.
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
