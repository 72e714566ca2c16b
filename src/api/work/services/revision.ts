import type { Core } from '@strapi/strapi';

import { createCompiledQuery } from './compiled-query';

/** Checks whether a cached answer is still valid. */
export type Validator = () => Promise<boolean>;

const CHANGE = 'plugin::bot.change';
/** Number of recent changes that may commit in a different order than their ids. */
const RECENT_CHANGES = 200;
/** Longest time that a page may be stale after an unrecorded change, such as a topic renamed on another instance. */
const VALID_MILLISECONDS = 10_000;

/** Content types that pages show but the table of changes does not record. */
const UNRECORDED_MODELS = ['api::tag.tag', 'api::category.category', 'api::site.site'];

/** Detects changes of what readers see, with the bot's table of changes. */
const createRevisionService = ({ strapi }: { strapi: Core.Strapi }) => {
  let unrecordedChanges = 0;

  // Uses the sum of ids, because a change with a lower id may commit later.
  const query = createCompiledQuery<Record<string, never>, { revision: unknown }>(strapi, () => {
    const newest = strapi.db.getConnection('bot_changes').select('id').orderBy('id', 'desc');
    return strapi.db.connection
      .sum({ revision: 'id' })
      .from(newest.limit(RECENT_CHANGES).as('newest'));
  });
  const read = async (): Promise<string> => {
    const [row] = await query({});
    return `${String(row?.revision)} ${unrecordedChanges}`;
  };

  return {
    /** Counts changes that no table records. Must be called once, at the start. */
    watch(): void {
      strapi.db.lifecycles.subscribe({
        models: UNRECORDED_MODELS,
        ...Object.fromEntries(
          [
            'afterCreate',
            'afterUpdate',
            'afterDelete',
            'afterCreateMany',
            'afterUpdateMany',
            'afterDeleteMany',
          ].map((action) => [action, () => void (unrecordedChanges += 1)])
        ),
      });
    },

    /**
     * Returns a check for whether an answer is still valid. Must be called before the content is read. Undefined if
     * URLs of files expire on their own (a private bucket).
     */
    async now(): Promise<Validator | undefined> {
      if (await strapi.plugin('upload').provider.isPrivate()) return undefined;
      const until = Date.now() + VALID_MILLISECONDS;
      const revision = await read();
      return async () => Date.now() < until && (await read()) === revision;
    },

    /** Date of the newest unpublish or deletion among recent changes; undefined if there is none. */
    async unpublishedAt(): Promise<Date | undefined> {
      const changes = strapi.db.query(CHANGE);
      const [newest] = await changes.findMany({
        select: ['id'],
        orderBy: { id: 'desc' },
        limit: 1,
      });
      const [change] = await changes.findMany({
        select: ['happenedAt'],
        where: {
          id: { $gt: Number(newest?.id ?? 0) - RECENT_CHANGES },
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
