import type { Core } from '@strapi/strapi';

/** Condition under which a cached answer may be reused. */
export interface Validity {
  /** Identifier of the site's newest change when the cached answer was last found to be current. */
  change: string;
  /** Time until which an answer needs no check unless there is a newer change. */
  until: number;
  /**
   * Checks whether the content of the cached answer is still current. Without this function, the answer is rebuilt
   * after each change and after `until`.
   */
  check?: () => Promise<boolean>;
  /**
   * A call of `check` that has not ended; all waiting readers share its result. `change` is the newest change of the
   * site when the call started.
   */
  running?: { change: string; isCurrent: Promise<boolean> };
}

const CHANGE = 'plugin::bot.change';
/** Number of recent changes among which the newest unpublish or deletion is looked for. */
const RECENT_CHANGES = 200;
/** Maximum time until the site notices a change that was made with SQL. */
const VALID_MILLISECONDS = 10_000;

/** Content types that pages show but the table of changes does not record. */
const UNRECORDED_MODELS = ['api::tag.tag', 'api::category.category', 'api::site.site'];
const WRITES = ['Create', 'Update', 'Delete', 'CreateMany', 'UpdateMany', 'DeleteMany'];

/** Detects changes of what readers see, with the bot's table of changes. */
const createRevisionService = ({ strapi }: { strapi: Core.Strapi }) => {
  const newestChange = (): { current: () => Promise<string>; unrecorded: () => void } =>
    strapi.plugin('bot').service('newestChange');
  const current = (): Promise<string> => newestChange().current();

  return {
    current,

    /**
     * Reports changes of tags, categories and branding, so that cached answers are checked again. Must be called once,
     * when Strapi starts.
     */
    watch(): void {
      const report = (): void => newestChange().unrecorded();
      strapi.db.lifecycles.subscribe({
        models: UNRECORDED_MODELS,
        ...Object.fromEntries(WRITES.map((write) => [`after${write}`, report])),
      });
    },

    /**
     * Condition under which an answer that is built now may be reused from the cache. Must be called before the content
     * is read. Undefined if URLs of files expire on their own (a private bucket).
     */
    async now(): Promise<Validity | undefined> {
      if (await strapi.plugin('upload').provider.isPrivate()) return undefined;
      const until = Date.now() + VALID_MILLISECONDS;
      return { change: await current(), until };
    },

    /** Whether an answer is still what readers would see. Updates its `validity` after a check. */
    async isValid(validity: Validity): Promise<boolean> {
      const change = await current();
      const now = Date.now();
      if (change === validity.change && now < validity.until) return true;
      if (validity.check === undefined) return false;
      if (validity.running?.change !== change) {
        const isCurrent = validity.check().finally(() => (validity.running = undefined));
        validity.running = { change, isCurrent };
      }
      if (!(await validity.running.isCurrent)) return false;
      Object.assign(validity, { change, until: now + VALID_MILLISECONDS });
      return true;
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
