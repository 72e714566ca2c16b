import type { Core } from '@strapi/strapi';
import createError from 'http-errors';
import type { Context } from 'koa';
import _ from 'lodash';

import { botConfig } from '../../core/config';
import { FILE_UID, PLUGIN_ID } from '../../core/constants';
import { createPanelPermissions, WHOLE } from '../../core/strapi/panel/permission';
import { planFields } from '../fields';

/** What a tool is asked for, by the names of the interface. */
export type Arguments = Readonly<Record<string, unknown>>;

/**
 * Refuses what an agent asks for, unless its token's role may do it in the panel with what it names.
 * @throws errors of `http-errors` with 403 and 404
 */
export type Allow = (strapi: Core.Strapi, ctx: Context, asked: Arguments) => Promise<void> | void;

export const upload: Allow = (strapi, ctx) =>
  createPanelPermissions(strapi, ctx, FILE_UID).requireForSome('create');

/** With each field that is not left empty, and with a schedule only who may publish. */
export const create: Allow = (strapi, ctx, { fields, publishAt, unpublishAt, ...asked }) => {
  const { requireForSome } = createPanelPermissions(strapi, ctx);
  const own = Object.entries(botConfig(strapi).attributes).filter(
    ([field]) => !_.isEmpty(asked[field])
  );
  const further = planFields(strapi).fields.filter(({ name }) => name in Object(fields));
  const attributes = [...own.map(([, name]) => name), ...further.map(({ attribute }) => attribute)];
  requireForSome('create', attributes);
  if (publishAt != null || unpublishAt != null) requireForSome('publish');
};

/** All of the draft. */
export const readWhole: Allow = (strapi, ctx, { id }) =>
  createPanelPermissions(strapi, ctx).requireReadingWhole(String(id));

/** Who may publish it may say when, and is told how it stands then. */
export const schedule: Allow = async (strapi, ctx, asked) => {
  await createPanelPermissions(strapi, ctx).require('publish', String(asked.id));
  await readWhole(strapi, ctx, asked);
};

export const read: Allow = (strapi, ctx) =>
  createPanelPermissions(strapi, ctx).requireForSome('read');

/** With all fields: whoever may not read them would find nothing, and not learn why. */
export const find: Allow = (strapi, ctx) =>
  createPanelPermissions(strapi, ctx).requireForSome('read', [WHOLE]);

/** As in the panel: nobody can tell any more whose works these were. */
export const restore: Allow = (strapi, ctx) => {
  const { userAbility } = ctx.state as { userAbility: { can(action: string): boolean } };
  if (!userAbility.can(`plugin::${PLUGIN_ID}.trash`)) {
    throw createError(403, 'This needs the permission of "Bot" to restore what was deleted');
  }
  const { mayAll, requireForSome } = createPanelPermissions(strapi, ctx);
  requireForSome('read', [WHOLE]);
  if (!mayAll('read', WHOLE)) {
    throw createError(403, 'This needs the permission "read" for all works, without conditions');
  }
};

/** Leaves of publications those that the agent may read, with all that they say. */
export const readable = <Item extends { id: string }>(
  strapi: Core.Strapi,
  ctx: Context,
  items: readonly Item[]
): Promise<Item[]> => createPanelPermissions(strapi, ctx).readable(items, WHOLE);
