import type { Core } from '@strapi/strapi';

/** What roles that Strapi makes may do with the bot plugin, beside what Strapi lets them do. */
const OF_ROLES = {
  'strapi-editor': ['plugin::bot.page', 'plugin::bot.materials'],
  'strapi-author': ['plugin::bot.page'],
};

/** What an author may read only of their own on a stock site; what the bot has made has no author. */
const READING = [
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

/** On a site that nobody has set up yet, whose roles are as Strapi has made them. */
const letAuthorsRead = async (strapi: Core.Strapi): Promise<void> => {
  const author = await findRole(strapi, 'strapi-author');
  if (author === null) return;
  for (const reading of READING) {
    const where = { ...reading, role: { id: author.id } };
    await strapi.db.query('admin::permission').update({ where, data: { conditions: [] } });
  }
};

/**
 * Gives the content team what it needs beside the bot, once in the life of a site: editors and
 * authors see the Bot page, and on a new site authors read all works,
 * tags and categories. Administrators may change it;
 * it is not set again.
 */
export const setRoles = async (strapi: Core.Strapi): Promise<void> => {
  const done = strapi.store({ type: 'app', name: 'roles', key: 'set' });
  if ((await done.get({})) === true) return;
  for (const [code, actions] of Object.entries(OF_ROLES)) {
    const role = await findRole(strapi, code);
    if (role !== null) {
      await strapi.service('admin::role').addPermissions(
        role.id,
        actions.map((action) => ({ action }))
      );
    }
  }
  if (!(await strapi.service('admin::user').exists())) {
    await letAuthorsRead(strapi);
  }
  await done.set({ value: true });
};
