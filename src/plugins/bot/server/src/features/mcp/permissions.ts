import type { Core } from '@strapi/strapi';
import createError from 'http-errors';
import type { Context } from 'koa';
import _ from 'lodash';

import { botConfig } from '../../core/config';
import { FILE_UID, PLUGIN_ID } from '../../core/constants';
import { createPanelPermissions, WHOLE } from '../../core/strapi/panel/permission';
import { planFields } from '../fields';

/** The arguments of a tool, with names from the interface document. */
export type Arguments = Readonly<Record<string, unknown>>;

/**
 * Checks that the role of the agent's token permits the same action in the panel, for these arguments.
 * @throws errors of `http-errors` with 403 and 404
 */
export type Allow = (strapi: Core.Strapi, ctx: Context, asked: Arguments) => Promise<void> | void;

const require = (isAllowed: boolean): void => {
  if (!isAllowed) throw createError(403);
};

/** Requires the permission to upload to the Media Library. */
export const upload: Allow = (strapi, ctx) =>
  require(createPanelPermissions(strapi, ctx, FILE_UID).mayCreate());

/** Requires the permission to create with every field that is not empty, and to publish if there is a schedule. */
export const create: Allow = (strapi, ctx, { fields, publishAt, unpublishAt, ...asked }) => {
  const { mayCreate, mayPublish } = createPanelPermissions(strapi, ctx);
  const own = Object.entries(botConfig(strapi).attributes).filter(
    ([field]) => !_.isEmpty(asked[field])
  );
  const further = planFields(strapi).fields.filter(({ name }) => name in Object(fields));
  const attributes = [...own.map(([, name]) => name), ...further.map(({ attribute }) => attribute)];
  require(mayCreate() && attributes.every(mayCreate));
  require((publishAt == null && unpublishAt == null) || mayPublish());
};

/** Requires the permission to read all fields of the draft. */
export const readWhole: Allow = (strapi, ctx, { id }) =>
  createPanelPermissions(strapi, ctx).requireReadingWhole(String(id));

/** Requires the permissions to publish the publication and to read all fields of it, because the answer has them. */
export const schedule: Allow = async (strapi, ctx, asked) => {
  await createPanelPermissions(strapi, ctx).require('publish', String(asked.id));
  await readWhole(strapi, ctx, asked);
};

/** Requires the permission to read publications. */
export const read: Allow = (strapi, ctx) => createPanelPermissions(strapi, ctx).requireReading();

/** Requires the permissions for the trash and for all publications: nobody knows the creators of deleted ones. */
export const restore: Allow = (strapi, ctx) => {
  const { userAbility } = ctx.state as { userAbility: { can(action: string): boolean } };
  require(userAbility.can(`plugin::${PLUGIN_ID}.trash`));
  require(createPanelPermissions(strapi, ctx).mayAll('read', WHOLE));
};

/** Filters publications to those whose fields the agent may all read. */
export const readable = <Item extends { id: string }>(
  strapi: Core.Strapi,
  ctx: Context,
  items: readonly Item[]
): Promise<Item[]> => createPanelPermissions(strapi, ctx).readable(items, WHOLE);
