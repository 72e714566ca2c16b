/*
 * Leans on the service `permission-checker` of `@strapi/content-manager` 5.54 (since 4.0), which is not
 * documented. `tests/editors/editors-schedule-in-the-panel.test.ts` notices a change.
 */
import type { Core, UID } from '@strapi/strapi';

/** What a person of the panel may do with a document. */
export type PanelAction = 'create' | 'read' | 'update' | 'publish';

interface PermissionChecker {
  can: Record<PanelAction, (entity?: unknown) => boolean>;
}

/** What the conditions that Strapi brings look at: who has created it, and that person's roles. */
const LOOKED_AT = { createdBy: { populate: ['roles'] } };

const checkerOf = (
  strapi: Core.Strapi,
  userAbility: unknown,
  model: UID.Schema
): PermissionChecker =>
  strapi.plugin('content-manager').service('permission-checker').create({ userAbility, model });

/**
 * Makes the test of what a person may do with a document, its own conditions included.
 * @param userAbility `ctx.state.userAbility` of a request of the panel
 * @returns undefined if there is no such document
 */
export const panelPermissionOf = async (
  strapi: Core.Strapi,
  userAbility: unknown,
  model: UID.Schema,
  documentId: string
): Promise<((action: PanelAction) => boolean) | undefined> => {
  const document: unknown = await strapi
    .documents(model as never)
    .findOne({ documentId, populate: LOOKED_AT } as never);
  if (document === null) {
    return undefined;
  }
  const checker = checkerOf(strapi, userAbility, model);
  return (action) => checker.can[action](document);
};

/** Makes the test of what a person may do with documents of a type, if not with each of them. */
export const panelPermissionOfType = (
  strapi: Core.Strapi,
  userAbility: unknown,
  model: UID.Schema
): ((action: PanelAction) => boolean) => {
  const checker = checkerOf(strapi, userAbility, model);
  return (action) => checker.can[action]();
};

/** Whether a person has one of the permissions that a plugin has registered, of nothing in particular. */
export const hasPanelPermission = (userAbility: unknown, action: string): boolean => {
  const { can } = userAbility as { can: (action: string) => boolean };
  return can(action);
};
