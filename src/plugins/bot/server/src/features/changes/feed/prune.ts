import type { Core } from '@strapi/strapi';

import { CHANGE_UID } from '../../../core/constants';
import { serviceOf } from '../../../core/service';
import { databaseClock } from '../../../core/database/clock';
import { knexOf, tableOf, transaction } from '../../../core/database/connection';
import { holdLock } from '../../../core/database/locks';
import { type ChangeRow, OF_PUBLICATION } from '../rows';
import { changesPruned } from '../events';
import { changeSettings } from '../settings';

import { getChangeSequenceService } from './sequence';

/** Maximum number of changes that one transaction deletes. */
const AT_ONCE = 500;
const SECONDS_OF_A_DAY = 86_400;

type OldRow = Pick<ChangeRow, 'id' | 'number' | 'kind' | 'event' | 'subject' | 'who'>;

/** Picks the last change of each publication in `rows`, if an editor made this change and it is not a deletion. */
const lastWords = (rows: OldRow[]): OldRow[] => {
  const last = new Map(rows.map((row) => [row.subject, row]));
  return [...last.values()].filter(
    ({ kind, event, who }) => kind === 'publication' && event !== 'deleted' && who === 'editor'
  );
};

/**
 * Deletes changes older than the retention period of the feed. Keeps the newest change, for numbering. Keeps a
 * publication's last change if an editor made it, for `protectEditors`, but negates its number, which hides it from the
 * feed.
 */
export const createChangePruningService = ({ strapi }: { strapi: Core.Strapi }) => {
  const { days } = changeSettings.of(strapi);
  const clock = databaseClock(strapi);
  const changes = () => knexOf(strapi)<ChangeRow>(tableOf(strapi, CHANGE_UID));

  /** The oldest expired changes, up to the first that has not expired. */
  const findOld = async (newest: number): Promise<OldRow[]> => {
    const rows: (OldRow & { seconds_left: number | string })[] = await changes()
      .select('id', 'number', 'kind', 'event', 'subject', 'who', {
        seconds_left: clock.secondsUntil('happened_at'),
      })
      .where('number', '>', 0)
      .where('number', '<', newest)
      .orderBy('number')
      .limit(AT_ONCE);
    const firstYoung = rows.findIndex(
      ({ seconds_left: left }) => Number(left) > -days * SECONDS_OF_A_DAY
    );
    return firstYoung === -1 ? rows : rows.slice(0, firstYoung);
  };

  /**
   * Deletes one batch of expired changes, or hides them from the feed.
   * @returns number of changes deleted or hidden
   */
  const pruneSome = (newest: number): Promise<number> =>
    transaction(strapi, async () => {
      await holdLock(strapi, 'start', 'change-pruning');
      const old = await findOld(newest);
      if (old.length === 0) return 0;
      const subjects = [...new Set(old.map(({ subject }) => subject))];
      const kept = lastWords(old).map(({ id }) => id);
      await changes()
        .whereRaw(OF_PUBLICATION)
        .where('number', '<', 0)
        .whereIn('subject', subjects)
        .delete();
      await changes()
        .whereIn(
          'id',
          old.map(({ id }) => id).filter((id) => !kept.includes(id))
        )
        .delete();
      if (kept.length > 0) {
        await changes()
          .whereIn('id', kept)
          .where('number', '>', 0)
          .update({ number: knexOf(strapi).raw('-number') as unknown as number });
      }
      return old.length;
    });

  return {
    /** Deletes all expired changes in batches, and reports the first remaining number. */
    async sweep(): Promise<void> {
      const newest = await getChangeSequenceService(strapi).last();
      while ((await pruneSome(newest)) === AT_ONCE);
      const first: { number?: number | null } | undefined = await changes()
        .where('number', '>', 0)
        .min({ number: 'number' })
        .first();
      await changesPruned.emit(strapi, first?.number ?? 0);
    },
  };
};

export const getChangePruningService =
  serviceOf<typeof createChangePruningService>('changePruning');
