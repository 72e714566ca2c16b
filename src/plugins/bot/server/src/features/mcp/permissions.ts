import type { Core } from '@strapi/strapi';
import createError from 'http-errors';
import type { Context } from 'koa';
import _ from 'lodash';

import { botConfig } from '../../core/config';
import { FILE_UID, PLUGIN_ID } from '../../core/constants';
import { createPanelPermissions, ALL_ATTRIBUTES } from '../../core/strapi/panel/permission';
import { planFields } from '../fields';

/** The arguments of a tool, with names from the interface document. */
export type Arguments = Readonly<Record<string, unknown>>;

/**
 * Checks that the role of the agent's token permits the same action in the panel, for these arguments.
 * @throws errors of `http-errors` with 403 and 404
 */
export type Allow = (
  strapi: Core.Strapi,
  ctx: Context,
  requested: Arguments
) => Promise<void> | void;

/** Requires the permission to upload to the Media Library. */
export const upload: Allow = (strapi, ctx) =>
  createPanelPermissions(strapi, ctx, FILE_UID).requireForSome('create');

/**
 * Requires the permission to create publications with each given field, and to publish them if a schedule is given.
 */
export const create: Allow = (strapi, ctx, { fields, publishAt, unpublishAt, ...requested }) => {
  const { requireForSome } = createPanelPermissions(strapi, ctx);
  const own = Object.entries(botConfig(strapi).attributes).filter(
    ([field]) => !_.isEmpty(requested[field])
  );
  const further = planFields(strapi).fields.filter(({ name }) => name in Object(fields));
  const attributes = [...own.map(([, name]) => name), ...further.map(({ attribute }) => attribute)];
  requireForSome('create', attributes);
  if (publishAt != null || unpublishAt != null) requireForSome('publish');
};

/** Requires the permission to read all fields of the draft. */
export const readWhole: Allow = (strapi, ctx, { id }) =>
  createPanelPermissions(strapi, ctx).requireReadingWhole(String(id));

/** Requires the permissions to publish the publication and to read all fields of it, because the answer has them. */
export const schedule: Allow = async (strapi, ctx, requested) => {
  await createPanelPermissions(strapi, ctx).require('publish', String(requested.id));
  await readWhole(strapi, ctx, requested);
};

/** Requires the permission to read publications. */
export const read: Allow = (strapi, ctx) =>
  createPanelPermissions(strapi, ctx).requireForSome('read');

/**
 * Requires the permission to read all fields of publications. Without the permission, the filter `readable` would
 * remove all results without an error.
 */
export const find: Allow = (strapi, ctx) =>
  createPanelPermissions(strapi, ctx).requireForSome('read', [ALL_ATTRIBUTES]);

/** Requires the permissions for the trash and for all publications, because creators of deleted ones are unknown. */
export const restore: Allow = (strapi, ctx) => {
  const { userAbility } = ctx.state as { userAbility: { can(action: string): boolean } };
  if (!userAbility.can(`plugin::${PLUGIN_ID}.trash`)) {
    throw createError(403, 'This needs the permission of "Bot" to restore what was deleted');
  }
  const { mayAll, requireForSome } = createPanelPermissions(strapi, ctx);
  requireForSome('read', [ALL_ATTRIBUTES]);
  if (!mayAll('read', ALL_ATTRIBUTES)) {
    throw createError(403, 'This needs the permission "read" for all works, without conditions');
  }
};

/** Keeps only publications of which the MCP client may read all fields. */
export const readable = <Item extends { id: string }>(
  strapi: Core.Strapi,
  ctx: Context,
  items: readonly Item[]
): Promise<Item[]> => createPanelPermissions(strapi, ctx).readable(items, ALL_ATTRIBUTES);
