import type { Permission } from '@strapi/strapi/admin';

const permission = (name: string): Permission[] => [
  { action: `plugin::bot.${name}`, subject: null },
];

/** The permissions of the plugin, as the server registers them. */
export const PERMISSIONS = {
  page: permission('page'),
  materials: permission('materials'),
  removals: permission('removals'),
  trash: permission('trash'),
  switches: permission('switches'),
};
