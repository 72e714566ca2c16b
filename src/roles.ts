/**
 * Relies on: `addPermissions` of Strapi's service `admin::role`, and the columns of `admin::permission`
 * Breaks if: Strapi renames them
 * Checked by: tests/panel/the-bot-page.long.test.ts
 */

import type { Core } from '@strapi/strapi';

/** Permissions for the bot plugin that Strapi's default roles get. */
const ROLE_ACTIONS = {
  'strapi-editor': ['plugin::bot.page', 'plugin::bot.materials'],
  'strapi-author': ['plugin::bot.page'],
};

/**
 * Permissions that Strapi limits to an author's own entries. The bot's entries have no author, so these were hidden.
 */
const READ_PERMISSIONS = [
  { action: 'plugin::content-manager.explorer.read', subject: 'api::work.work' },
  { action: 'plugin::content-manager.explorer.read', subject: 'api::tag.tag' },
  { action: 'plugin::content-manager.explorer.read', subject: 'api::category.category' },
  { action: 'plugin::upload.read', subject: null },
];

interface Role {
  id: number;
}

const findRole = async (strapi: Core.Strapi, code: string): Promise<Role | null> =>
  (await strapi.db.query('admin::role').findOne({ where: { code } })) as Role | null;

/** Lets authors read all entries. Only for a new site whose roles nobody has changed. */
const allowAuthorsToRead = async (strapi: Core.Strapi): Promise<void> => {
  const author = await findRole(strapi, 'strapi-author');
  if (author === null) return;
  for (const permission of READ_PERMISSIONS) {
    const where = { ...permission, role: { id: author.id } };
    await strapi.db.query('admin::permission').update({ where, data: { conditions: [] } });
  }
};

/**
 * Gives the content team permissions for the bot, once per site: editors and authors see the Bot page, and on a new
 * site authors can read all works, tags and categories. Later changes by administrators stay.
 */
export const setRoles = async (strapi: Core.Strapi): Promise<void> => {
  const done = strapi.store({ type: 'app', name: 'roles', key: 'set' });
  if ((await done.get({})) === true) return;
  for (const [code, actions] of Object.entries(ROLE_ACTIONS)) {
    const role = await findRole(strapi, code);
    if (role !== null) {
      await strapi.service('admin::role').addPermissions(
        role.id,
        actions.map((action) => ({ action }))
      );
    }
  }
  if (!(await strapi.service('admin::user').exists())) {
    await allowAuthorsToRead(strapi);
  }
  await done.set({ value: true });
};
