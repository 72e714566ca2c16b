/*
 * Relies on: the controller `collection-types` of `@strapi/content-manager` 5.54: `find` reads the panel's filters from
 * `query.filters.$and` and answers `{ results, pagination }`
 * Breaks if: Strapi changes this query or answer
 * Checked by: `tests/editors/editors-schedule-in-the-panel.test.ts`, `tests/panel/an-editors-day.long.test.ts`
 */
import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

import { ScopedValue } from '../../scoped-value';
import { narrow, type ReadMiddleware } from '../../writes/phases';
import { hasMethods, isProbeDisabled, type Probe } from '../probe';

/** A filter in the format of the document service. */
export type DocumentFilter = Record<string, unknown>;

export interface ListExtension {
  /** Additional filters by name. Each function converts a value to a document filter. */
  filters?: Record<string, (value: string) => Promise<DocumentFilter>>;
  /** Returns the values of additional columns by document ID, for the key `bot` of each list row. */
  columns: (documentIds: string[]) => Promise<Map<string, object>>;
}

interface ListController {
  find: (ctx: Context) => Promise<void>;
}

interface ListRow {
  documentId: string;
}

const narrowed = new ScopedValue<DocumentFilter[]>();

const valueOf = (filter: unknown): unknown =>
  Reflect.get(Object(Object.values(Object(filter) as object)[0]), '$eq');

/**
 * Adds filters and columns for data that is not an attribute to the panel's list of a type. Must be called before
 * routes are created. Requires `narrowPanelList` as a read middleware.
 */
export const extendPanelList = (
  strapi: Core.Strapi,
  type: string,
  extensions: () => readonly ListExtension[]
): void => {
  if (isProbeDisabled(strapi, PANEL_LIST)) return;

  /**
   * Removes the filters of the list extensions from the panel's query, and returns them as filters of the document
   * service.
   */
  const takeFilters = async (query: Context['query']): Promise<DocumentFilter[]> => {
    const requested = Object(query.filters) as { $and?: unknown };
    if (!Array.isArray(requested.$and)) return [];
    const filters = Object.assign({}, ...extensions().map((one) => one.filters)) as NonNullable<
      ListExtension['filters']
    >;
    const taken: DocumentFilter[] = [];
    const others: unknown[] = [];
    for (const filter of requested.$and as unknown[]) {
      const own = filters[Object.keys(Object(filter) as object)[0] ?? ''];
      if (own === undefined) others.push(filter);
      else taken.push(await own(String(valueOf(filter))));
    }
    requested.$and = others;
    return taken;
  };

  const addColumns = async (body: unknown): Promise<void> => {
    const { results } = Object(body) as { results?: (ListRow & { bot?: object })[] };
    if (!results?.length) return;
    const ids = results.map(({ documentId }) => documentId);
    for (const { columns } of extensions()) {
      const found = await columns(ids);
      results.forEach((row) => {
        row.bot = { ...row.bot, ...found.get(row.documentId) };
      });
    }
  };

  strapi
    .get('controllers')
    .extend('plugin::content-manager.collection-types', (controller: ListController) => ({
      ...controller,
      async find(ctx: Context) {
        const { model } = ctx.params as { model: string };
        if (model !== type) {
          await controller.find(ctx);
          return;
        }
        const conditions = await takeFilters(ctx.request.query);
        await (conditions.length === 0
          ? controller.find(ctx)
          : narrowed.run(conditions, () => controller.find(ctx)));
        await addColumns(ctx.body);
      },
    }));
};

/** Read middleware that applies the filters which `extendPanelList` removed from the request. */
export const narrowPanelList: ReadMiddleware = (read, next) => {
  const conditions = narrowed.get();
  if (conditions !== undefined) narrow(read, ...conditions);
  return next();
};

export const PANEL_LIST: Probe = {
  name: "filters and columns of the panel's list",
  reliesOn: 'find of the controller collection-types of @strapi/content-manager',
  isOptional: true,
  isPresent: (strapi) =>
    hasMethods(strapi.controller('plugin::content-manager.collection-types'), 'find'),
};
