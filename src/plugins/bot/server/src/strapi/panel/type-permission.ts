/*
 * Leans on the service `permission-checker` of `@strapi/content-manager` 5.54 (since 4.0), which is not
 * documented. `tests/panel/an-editors-day.test.ts` notices a change.
 */
import type { Core, UID } from '@strapi/strapi';

interface PermissionChecker {
  can: { read(): boolean };
}

/**
 * Whether a person of the panel may read documents of a type, be it some of them only.
 * @param userAbility `ctx.state.userAbility` of a request of the panel
 */
export const mayReadType = (
  strapi: Core.Strapi,
  userAbility: unknown,
  model: UID.Schema
): boolean => {
  const checker: PermissionChecker = strapi
    .plugin('content-manager')
    .service('permission-checker')
    .create({ userAbility, model });
  return checker.can.read();
};
