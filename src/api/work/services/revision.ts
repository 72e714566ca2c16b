import type { Core } from '@strapi/strapi';

import { createCompiled } from './compiled';

/** Finds out whether an answer would be the same if it was made anew. */
export type IsStill = () => Promise<boolean>;

const CHANGE = 'plugin::bot.change';
/** Changes that may commit in another order than that of their ids. */
const LATE = 200;
/** How long what stands in no table of changes may be shown as it was: a topic that another instance has renamed. */
const KEPT_MILLISECONDS = 10_000;

/** What is not recorded as a change of a publication or a file, and is shown on pages. */
const BESIDE = ['api::tag.tag', 'api::category.category', 'api::site.site'];

/** Tells whether anything that readers see may have changed, by the bot's table of changes. */
const createRevisionService = ({ strapi }: { strapi: Core.Strapi }) => {
  let beside = 0;

  // The sum, as one with a lower id may commit later.
  const query = createCompiled<Record<string, never>, { revision: unknown }>(strapi, () => {
    const newest = strapi.db.getConnection('bot_changes').select('id').orderBy('id', 'desc');
    return strapi.db.connection.sum({ revision: 'id' }).from(newest.limit(LATE).as('newest'));
  });
  const read = async (): Promise<string> => {
    const [row] = await query({});
    return `${String(row?.revision)} ${beside}`;
  };

  return {
    /** Hears of changes that no table tells of; to be called once, at the start. */
    watch(): void {
      strapi.db.lifecycles.subscribe({
        models: BESIDE,
        ...Object.fromEntries(
          [
            'afterCreate',
            'afterUpdate',
            'afterDelete',
            'afterCreateMany',
            'afterUpdateMany',
            'afterDeleteMany',
          ].map((action) => [action, () => void (beside += 1)])
        ),
      });
    },

    /**
     * Until when an answer holds that is made of what is read from now on. To be asked for before that is read.
     * Undefined where addresses of files expire by themselves.
     */
    async now(): Promise<IsStill | undefined> {
      if (await strapi.plugin('upload').provider.isPrivate()) return undefined;
      const until = Date.now() + KEPT_MILLISECONDS;
      const revision = await read();
      return async () => Date.now() < until && (await read()) === revision;
    },

    /** When a publication was last taken back, of the newest changes; undefined if none was. */
    async takenBackAt(): Promise<Date | undefined> {
      const changes = strapi.db.query(CHANGE);
      const [newest] = await changes.findMany({
        select: ['id'],
        orderBy: { id: 'desc' },
        limit: 1,
      });
      const [change] = await changes.findMany({
        select: ['happenedAt'],
        where: {
          id: { $gt: Number(newest?.id ?? 0) - LATE },
          kind: 'publication',
          event: { $in: ['unpublished', 'deleted'] },
        },
        orderBy: { id: 'desc' },
        limit: 1,
      });
      return change && new Date(change.happenedAt);
    },
  };
};

export type RevisionService = ReturnType<typeof createRevisionService>;

export default createRevisionService;
