import type { Core } from '@strapi/strapi';

import { botConfig } from '../../../core/config';
import { columnNameOf } from '../../../core/strapi/database/column-name';

/** Columns of a publication in the configured content type. Media have none: they are links to files. */
export const fieldColumns = (strapi: Core.Strapi) => {
  const { contentType, attributes } = botConfig(strapi);
  const columnOf = (name: string): string => columnNameOf(strapi, contentType, name);
  return {
    title: columnOf(attributes.title),
    slug: columnOf(attributes.slug),
    body: columnOf(attributes.body),
  };
};
