/*
 * Relies on: the undocumented services `permission` and `content-type` of `@strapi/admin` 5.54, and `populate-builder`
 * of `@strapi/content-manager`, which Strapi's own controllers use in the same way
 * Breaks if: Strapi changes these services
 * Checked by: `tests/editors/roles-hold-in-every-admin-route.long.test.ts`
 */
import type { Core, UID } from '@strapi/strapi';
import createError, { type HttpError } from 'http-errors';
import type { Context } from 'koa';

import { botConfig } from '../../config';
import { FILE_UID } from '../../constants';
import type { Probe } from '../probe';

export type PanelAction = 'create' | 'read' | 'update' | 'publish' | 'delete';

/** Name that stands for all attributes of a type. */
export const ALL_ATTRIBUTES = '*';

export interface DocumentPermission {
  /**
   * Whether the user may perform the action on this document.
   * @param attribute also check this attribute: a component with all its fields, one field of a component
   * (`seo.metaTitle`), or all attributes (`ALL_ATTRIBUTES`)
   * @param locale check only this locale. Without a locale, reading a document needs permission for at least one of its
   * locales; reading an attribute and all other actions need permission for all its locales
   */
  may: (attribute?: string, locale?: string | null) => boolean;
  /** Reduces data to the fields that the user may write. */
  pick: (data: object, locale?: string | null) => Promise<object>;
}

type Subject = string | object;

interface Rule {
  conditions?: object;
  fields?: string[];
}

/** CASL's ability object, which Strapi attaches to each request of the panel. */
interface Ability {
  can(action: string, subject?: Subject, field?: string): boolean;
  rulesFor(action: string, subject: string): Rule[];
}

interface PermissionsManager {
  toSubject(document: object): object;
  addPermissionsQueryTo(query: object): { filters?: object };
  sanitizeInput(data: object, of: { subject: Subject }): Promise<object>;
}

interface Row {
  documentId: string;
  locale?: string | null;
}

/** The used part of Strapi's document service. Its own types depend on the site. */
interface Documents {
  findMany(params: object): Promise<Row[]>;
}

type PopulateBuilder = (model: UID.Schema) => {
  populateFromQuery(query: object): { build(): Promise<object> };
};

/** Action names of the Media Library, which differ from those of content types. */
const OF_FILES: Partial<Record<PanelAction, string>> = {
  create: 'plugin::upload.assets.create',
  read: 'plugin::upload.read',
  update: 'plugin::upload.assets.update',
};

const isForAll = ({ conditions = {} }: Rule): boolean => Object.keys(conditions).length === 0;

/** CASL ability that allows nothing, for requests that do not come from the panel. */
const NO_ABILITY: Ability = { can: () => false, rulesFor: () => [] };

const abilityOf = (ctx: Context): Ability =>
  (ctx.state as { userAbility?: Ability }).userAbility ?? NO_ABILITY;

/**
 * Checks what the requesting user may do with documents of a type, by Strapi's roles with their conditions and fields.
 * @param model content type; default: publications
 */
export const createPanelPermissions = (
  strapi: Core.Strapi,
  ctx: Context,
  model: UID.Schema = botConfig(strapi).contentType
) => {
  const ability = abilityOf(ctx);
  const actionOf = (action: PanelAction): string =>
    (model === FILE_UID ? OF_FILES[action] : undefined) ??
    `plugin::content-manager.explorer.${action}`;
  const managerOf = (action: PanelAction): PermissionsManager =>
    strapi
      .service('admin::permission')
      .createPermissionsManager({ ability, action: actionOf(action), model });

  /**
   * Names of the type's fields as in Strapi's roles: components are replaced by their fields (`seo.metaTitle`). Empty
   * for Media Library files.
   */
  const fields: string[] =
    model === FILE_UID
      ? []
      : strapi
          .service('admin::content-type')
          .getNestedFields(strapi.getModel(model), { components: strapi.components });
  const leavesOf = (attribute: string): string[] =>
    attribute === ALL_ATTRIBUTES
      ? fields
      : fields.filter((field) => field === attribute || field.startsWith(`${attribute}.`));

  /** An error that names the missing permission and fields, so that an administrator can add them to the role. */
  const refusalOf = (action: PanelAction, missing: readonly string[] = []): HttpError => {
    const { displayName } = strapi.getModel(model).info;
    const named = missing.length === 0 ? '' : `, with ${missing.join(', ')}`;
    return createError(403, `This needs the permission "${action}" for "${displayName}"${named}`);
  };

  const hasConditions = (action: PanelAction): boolean =>
    ability.rulesFor(actionOf(action), model).some((rule) => !isForAll(rule));

  /**
   * Whether the user's roles allow the action for all documents, by rules that have no conditions. For deleted
   * documents, no other check is possible.
   */
  const mayAll = (action: PanelAction, attribute?: string): boolean => {
    const rules = ability.rulesFor(actionOf(action), model).filter(isForAll);
    const leaves = attribute === undefined ? [] : leavesOf(attribute);
    return (
      rules.length > 0 &&
      leaves.every((leaf) => rules.some((rule) => rule.fields?.includes(leaf) ?? true))
    );
  };

  /**
   * Query parameters that load the data which the roles' conditions check: all fields, and the relations in the
   * conditions.
   */
  const lookedAt = async (action: PanelAction): Promise<object> => {
    if (!hasConditions(action)) return { fields: ['documentId'] };
    const query = managerOf(action).addPermissionsQueryTo({});
    const builderOf = strapi
      .plugin('content-manager')
      .service('populate-builder') as unknown as PopulateBuilder;
    return { populate: await builderOf(model).populateFromQuery(query).build() };
  };

  const findRows = async (action: PanelAction, ids: readonly string[]): Promise<Row[]> => {
    const documents = strapi.documents(model as never) as unknown as Documents;
    return documents.findMany({
      filters: { documentId: { $in: ids } },
      locale: '*',
      ...(await lookedAt(action)),
    });
  };

  const permissionOf = (action: PanelAction, rows: Row[]): DocumentPermission => {
    const manager = managerOf(action);
    const rowsIn = (locale?: string | null): Row[] =>
      locale == null ? rows : rows.filter((row) => row.locale === locale);
    const mayWith = (row: Row, attribute?: string): boolean => {
      const subject = manager.toSubject(row);
      const leaves = attribute === undefined ? [] : leavesOf(attribute);
      return [undefined, ...leaves].every((leaf) => ability.can(actionOf(action), subject, leaf));
    };
    return {
      may(attribute, locale) {
        if (mayAll(action, attribute)) return true;
        const requested = rowsIn(locale);
        return action === 'read' && attribute === undefined
          ? requested.some((row) => mayWith(row))
          : requested.length > 0 && requested.every((row) => mayWith(row, attribute));
      },
      pick(data, locale) {
        const [row] = rowsIn(locale);
        return manager.sanitizeInput(data, { subject: row ? manager.toSubject(row) : model });
      },
    };
  };

  const permissions = {
    mayAll,

    /**
     * Requires that the user may perform the action, and access each of these attributes, in at least some documents.
     * Ignores conditions, because they need a loaded document.
     * @throws `http-errors` 403 that names the missing permission
     */
    requireForSome: (action: PanelAction, attributes: readonly string[] = []): void => {
      const can = (leaf?: string): boolean => ability.can(actionOf(action), model, leaf);
      const missing = attributes.flatMap(leavesOf).filter((leaf) => !can(leaf));
      if (!can() || missing.length > 0) throw refusalOf(action, missing);
    },

    /** Permissions for some documents, by ID. Missing documents are omitted. */
    async find(
      action: PanelAction,
      ids: readonly string[]
    ): Promise<Map<string, DocumentPermission>> {
      const rows = new Map<string, Row[]>();
      for (const row of ids.length === 0 ? [] : await findRows(action, ids)) {
        rows.set(row.documentId, [...(rows.get(row.documentId) ?? []), row]);
      }
      return new Map([...rows].map(([id, own]) => [id, permissionOf(action, own)]));
    },

    /** Requires that the action is allowed for a document. @throws `http-errors` 403, or 404 if it does not exist */
    async require(action: PanelAction, id: string): Promise<DocumentPermission> {
      permissions.requireForSome(action);
      const permission = (await permissions.find(action, [id])).get(id);
      if (permission === undefined) throw createError(404);
      if (!permission.may()) throw refusalOf(action);
      return permission;
    },

    /** Requires that the user may read all attributes of a document. @throws `http-errors` with 404 or 403 */
    async requireReadingWhole(id: string): Promise<void> {
      const { may } = await permissions.require('read', id);
      if (may(ALL_ATTRIBUTES)) return;
      throw refusalOf(
        'read',
        fields.filter((field) => !may(field))
      );
    },

    /** Whether the user may perform the action on a document; false if the document does not exist. */
    mayWith: async (action: PanelAction, id: string): Promise<boolean> =>
      (await permissions.find(action, [id])).get(id)?.may() ?? false,

    /**
     * Creates a function that tells whether the user may read one of these documents. For a deleted document, the user
     * must be allowed to read all documents.
     */
    async reading(
      ids: readonly string[]
    ): Promise<(id: string, attribute?: string, locale?: string | null) => boolean> {
      const found = hasConditions('read')
        ? await permissions.find('read', [...new Set(ids)])
        : undefined;
      return (id, attribute, locale) =>
        found?.get(id)?.may(attribute, locale) ?? mayAll('read', attribute);
    },

    /**
     * Returns only the items about documents that the user may read.
     * @param attribute an attribute that the user must be allowed to read too
     */
    async readable<Item extends { id: string }>(
      items: readonly Item[],
      attribute?: string
    ): Promise<Item[]> {
      const reads = await permissions.reading(items.map(({ id }) => id));
      return items.filter(({ id }) => reads(id, attribute));
    },
  };
  return permissions;
};

export type PanelPermissions = ReturnType<typeof createPanelPermissions>;

/** Strapi's condition that the user has created the document. */
const IS_CREATOR = 'admin::is-creator';

export const PANEL_PERMISSIONS: Probe = {
  name: "roles and conditions in the plugin's admin routes",
  reliesOn: 'the services permission and content-type of @strapi/admin, and populate-builder,',
  async verify(strapi) {
    const { contentType: subject, attributes } = botConfig(strapi);
    const rule = (action: PanelAction, field: string, condition?: string) => ({
      ...{ subject, action: `plugin::content-manager.explorer.${action}` },
      ...{ properties: { fields: [field] }, conditions: [condition ?? []].flat() },
    });
    const rules = [rule('create', attributes.title), rule('read', attributes.title, IS_CREATOR)];
    const { engine } = strapi.service('admin::permission');
    const userAbility: unknown = await engine.generateTokenAbility(rules, { id: -1 });
    const requested = createPanelPermissions(
      strapi,
      { state: { userAbility } } as Context,
      subject
    );
    const manager: PermissionsManager = strapi
      .service('admin::permission')
      .createPermissionsManager({ ability: userAbility, action: rules[0]?.action, model: subject });
    const picked = await manager.sanitizeInput(
      { [attributes.title]: 'A', [attributes.slug]: 'b' },
      { subject }
    );
    // Checks only refusals. Permissions may depend on conditions of other plugins, such as i18n.
    return (
      !requested.mayAll('create', attributes.slug) &&
      !requested.mayAll('read', attributes.title) &&
      !(attributes.slug in picked) &&
      (await requested.find('read', ['none'])).size === 0
    );
  },
};
