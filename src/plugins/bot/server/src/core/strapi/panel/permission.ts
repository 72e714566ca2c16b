/*
 * Leans on the services `permission` and `content-type` of `@strapi/admin` 5.54, and on `populate-builder` of
 * `@strapi/content-manager`, which are not documented: Strapi's own controllers ask them the same.
 * `tests/editors/roles-hold-in-every-admin-route.long.test.ts` notices a change.
 */
import type { Core, UID } from '@strapi/strapi';
import createError, { type HttpError } from 'http-errors';
import type { Context } from 'koa';

import { botConfig } from '../../config';
import { FILE_UID } from '../../constants';
import type { Probe } from '../probe';

export type PanelAction = 'create' | 'read' | 'update' | 'publish' | 'delete';

/** Every attribute of a type. */
export const WHOLE = '*';

export interface DocumentPermission {
  /**
   * @param attribute also with this attribute; with all of a component, a part of one (`seo.metaTitle`), or
   *   all (`WHOLE`)
   * @param locale only in this one; without it in any to read, in all for everything else
   */
  may: (attribute?: string, locale?: string | null) => boolean;
  /** Leaves of what is to be written what the person may write. */
  pick: (data: object, locale?: string | null) => Promise<object>;
}

type Subject = string | object;

interface Rule {
  conditions?: object;
  fields?: string[];
}

/** CASL's, as Strapi gives it to each request of the panel. */
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

/** What is asked of Strapi's document service, which types its documents by the site it is compiled for. */
interface Documents {
  findMany(params: object): Promise<Row[]>;
}

type PopulateBuilder = (model: UID.Schema) => {
  populateFromQuery(query: object): { build(): Promise<object> };
};

/** The Media Library has actions of its own. */
const OF_FILES: Partial<Record<PanelAction, string>> = {
  create: 'plugin::upload.assets.create',
  read: 'plugin::upload.read',
  update: 'plugin::upload.assets.update',
};

const isForAll = ({ conditions = {} }: Rule): boolean => Object.keys(conditions).length === 0;

/** Of a request that does not come from the panel. */
const NO_ABILITY: Ability = { can: () => false, rulesFor: () => [] };

const abilityOf = (ctx: Context): Ability =>
  (ctx.state as { userAbility?: Ability }).userAbility ?? NO_ABILITY;

/**
 * Tells what the person who asks may do with documents of a type, by Strapi's roles, their conditions and fields.
 * @param model the type; publications, if it is not given
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

  /** Fields as roles name them: of a component its parts. Files have none. */
  const fields: string[] =
    model === FILE_UID
      ? []
      : strapi
          .service('admin::content-type')
          .getNestedFields(strapi.getModel(model), { components: strapi.components });
  const leavesOf = (attribute: string): string[] =>
    attribute === WHOLE
      ? fields
      : fields.filter((field) => field === attribute || field.startsWith(`${attribute}.`));

  /** An error that names a permission, and the fields that it lacks, so that somebody can give it to the role. */
  const refusalOf = (action: PanelAction, missing: readonly string[] = []): HttpError => {
    const { displayName } = strapi.getModel(model).info;
    const named = missing.length === 0 ? '' : `, with ${missing.join(', ')}`;
    return createError(403, `This needs the permission "${action}" for "${displayName}"${named}`);
  };

  const hasConditions = (action: PanelAction): boolean =>
    ability.rulesFor(actionOf(action), model).some((rule) => !isForAll(rule));

  /** Whether this is allowed whatever a document says: of those that are gone nothing else is known. */
  const mayAll = (action: PanelAction, attribute?: string): boolean => {
    const rules = ability.rulesFor(actionOf(action), model).filter(isForAll);
    const leaves = attribute === undefined ? [] : leavesOf(attribute);
    return (
      rules.length > 0 &&
      leaves.every((leaf) => rules.some((rule) => rule.fields?.includes(leaf) ?? true))
    );
  };

  /** What conditions look at is any field, and whom or what a document is related to. */
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
        const asked = rowsIn(locale);
        return action === 'read' && attribute === undefined
          ? asked.some((row) => mayWith(row))
          : asked.length > 0 && asked.every((row) => mayWith(row, attribute));
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
     * Looks at no document, and so at no condition.
     * @throws an error of `http-errors` with 403 if there can be no document with which this is allowed, also with each
     *   of these attributes
     */
    requireForSome(action: PanelAction, attributes: readonly string[] = []): void {
      const can = (leaf?: string): boolean => ability.can(actionOf(action), model, leaf);
      const missing = attributes.flatMap(leavesOf).filter((leaf) => !can(leaf));
      if (!can() || missing.length > 0) throw refusalOf(action, missing);
    },

    /** What the person may do with some documents, by their ids; none of those that are not there. */
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

    /** @throws errors of `http-errors` with 403, and with 404 if there is no such document */
    async require(action: PanelAction, id: string): Promise<DocumentPermission> {
      permissions.requireForSome(action);
      const permission = (await permissions.find(action, [id])).get(id);
      if (permission === undefined) throw createError(404);
      if (!permission.may()) throw refusalOf(action);
      return permission;
    },

    /** @throws errors of `http-errors` with 404, and with 403 if the person may not read all of the document */
    async requireReadingWhole(id: string): Promise<void> {
      const { may } = await permissions.require('read', id);
      if (may(WHOLE)) return;
      throw refusalOf(
        'read',
        fields.filter((field) => !may(field))
      );
    },

    /** Whether this is allowed with one document; not with one that is not there. */
    mayWith: async (action: PanelAction, id: string): Promise<boolean> =>
      (await permissions.find(action, [id])).get(id)?.may() ?? false,

    /** Makes the test of what the person may read of some documents. Those that are gone reads who may read all. */
    async reading(
      ids: readonly string[]
    ): Promise<(id: string, attribute?: string, locale?: string | null) => boolean> {
      const found = hasConditions('read')
        ? await permissions.find('read', [...new Set(ids)])
        : undefined;
      return (id, attribute, locale) =>
        found?.get(id)?.may(attribute, locale) ?? mayAll('read', attribute);
    },

    /** Leaves of what is told of some documents what the person may read, also with this attribute. */
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

/** A condition that Strapi brings. */
const IS_CREATOR = 'admin::is-creator';

export const PANEL_PERMISSIONS: Probe = {
  name: "roles and conditions in the plugin's admin routes",
  leansOn: 'the services permission and content-type of @strapi/admin, and populate-builder,',
  async works(strapi) {
    const { contentType: subject, attributes } = botConfig(strapi);
    const rule = (action: PanelAction, field: string, condition?: string) => ({
      ...{ subject, action: `plugin::content-manager.explorer.${action}` },
      ...{ properties: { fields: [field] }, conditions: [condition ?? []].flat() },
    });
    const rules = [rule('create', attributes.title), rule('read', attributes.title, IS_CREATOR)];
    const { engine } = strapi.service('admin::permission');
    const userAbility: unknown = await engine.generateTokenAbility(rules, { id: -1 });
    const asked = createPanelPermissions(strapi, { state: { userAbility } } as Context, subject);
    const manager: PermissionsManager = strapi
      .service('admin::permission')
      .createPermissionsManager({ ability: userAbility, action: rules[0]?.action, model: subject });
    const picked = await manager.sanitizeInput(
      { [attributes.title]: 'A', [attributes.slug]: 'b' },
      { subject }
    );
    // That it refuses. What else it allows depends on conditions that other plugins add, as i18n does.
    return (
      !asked.mayAll('create', attributes.slug) &&
      !asked.mayAll('read', attributes.title) &&
      !(attributes.slug in picked) &&
      (await asked.find('read', ['none'])).size === 0
    );
  },
};
