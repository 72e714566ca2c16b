import type { FeedItem } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

import { botConfig } from '../../core/config';
import { FILE_UID } from '../../core/constants';
import { createPanelPermissions } from '../../core/strapi/panel/permission';

/** Filters changes: returns only changes of works and files that the requesting user may read. */
export const readableChanges = async <Item extends Pick<FeedItem, 'data'> & { type: string }>(
  strapi: Core.Strapi,
  ctx: Context,
  items: readonly Item[]
): Promise<Item[]> => {
  const { attributes } = botConfig(strapi);
  const idsOf = (kind: string) =>
    items.filter(({ type }) => type.startsWith(`${kind}.`)).map(({ data }) => data.id);
  const works = await createPanelPermissions(strapi, ctx).reading(idsOf('publication'));
  const files = await createPanelPermissions(strapi, ctx, FILE_UID).reading(idsOf('material'));
  return items.filter(({ type, data: { id, title } }) =>
    type.startsWith('material.')
      ? files(id)
      : works(id, title === null ? undefined : attributes.title)
  );
};
