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

const require = (isAllowed: boolean): void => {
  if (!isAllowed) throw createError(403);
};

export const upload: Allow = (strapi, ctx) =>
  require(createPanelPermissions(strapi, ctx, FILE_UID).mayCreate());

/** With each field that is not left empty, and with a schedule only who may publish. */
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

/** All of the draft. */
export const readWhole: Allow = (strapi, ctx, { id }) =>
  createPanelPermissions(strapi, ctx).requireReadingWhole(String(id));

/** Who may publish it may say when, and is told how it stands then. */
export const schedule: Allow = async (strapi, ctx, asked) => {
  await createPanelPermissions(strapi, ctx).require('publish', String(asked.id));
  await readWhole(strapi, ctx, asked);
};

export const read: Allow = (strapi, ctx) => createPanelPermissions(strapi, ctx).requireReading();

/** As in the panel: nobody can tell any more whose works these were. */
export const restore: Allow = (strapi, ctx) => {
  const { userAbility } = ctx.state as { userAbility: { can(action: string): boolean } };
  require(userAbility.can(`plugin::${PLUGIN_ID}.trash`));
  require(createPanelPermissions(strapi, ctx).mayAll('read', WHOLE));
};

/** Leaves of publications those that the agent may read, with all that they say. */
export const readable = <Item extends { id: string }>(
  strapi: Core.Strapi,
  ctx: Context,
  items: readonly Item[]
): Promise<Item[]> => createPanelPermissions(strapi, ctx).readable(items, WHOLE);
