import type { Core } from '@strapi/strapi';

import type { OwnType } from '../../core/additions/own-types';
import { databaseClock } from '../../core/database/clock';
import { knexOf, tableOf, toDate, type DatabaseDate } from '../../core/database/connection';
import { serviceOf } from '../../core/service';

const UNSAVED_COPY_UID = 'plugin::bot.unsaved-copy';

export const unsavedCopy: OwnType = {
  description:
    'What a person has typed into a form of the panel and not saved; nobody else sees it',
  attributes: {
    person: { type: 'string', required: true },
    form: { type: 'string', required: true },
    changed: { type: 'text', required: true },
    typedAt: { type: 'datetime', required: true },
  },
  uniqueIndexes: { bot_unsaved_copies_of_index: ['person', 'form'] },
  indexes: { bot_unsaved_copies_typed_at_index: ['typed_at'] },
};

/** Maximum number of unsaved forms stored per user. Only the newest are kept. */
const KEPT = 100;
const DAYS = 30;
const SECONDS_OF_A_DAY = 86_400;

interface Row {
  changed: string;
  typed_at: DatabaseDate;
}

/** Stores unsaved changes of panel users in a separate table, accessible only to their author. */
export const createUnsavedCopyService = ({ strapi }: { strapi: Core.Strapi }) => {
  const clock = databaseClock(strapi);
  const table = () => tableOf(strapi, UNSAVED_COPY_UID);

  const remove = async (person: string, form: string): Promise<void> => {
    await knexOf(strapi)(table()).where({ person, form }).delete();
  };

  return {
    remove,

    async find(person: string, form: string) {
      const row: Row | undefined = await knexOf(strapi)(table())
        .where({ person, form })
        .first('changed', 'typed_at');
      return (
        row && {
          at: toDate(row.typed_at).toISOString(),
          changed: JSON.parse(row.changed) as object,
        }
      );
    },

    /** Replaces the stored copy of a form's unsaved changes. Deletes the user's oldest copies above the limit. */
    async write(person: string, form: string, changed: object): Promise<void> {
      await knexOf(strapi)(table())
        .insert({
          person,
          form,
          changed: JSON.stringify(changed),
          typed_at: clock.now(0) as never,
        })
        .onConflict(['person', 'form'])
        .merge();
      const old: number[] = await knexOf(strapi)(table())
        .where({ person })
        .orderBy('typed_at', 'desc')
        .offset(KEPT)
        .limit(KEPT)
        .pluck('id');
      if (old.length > 0) await knexOf(strapi)(table()).whereIn('id', old).delete();
    },

    async sweep(): Promise<void> {
      await knexOf(strapi)(table())
        .where('typed_at', '<', clock.now(-DAYS * SECONDS_OF_A_DAY) as never)
        .delete();
    },
  };
};

export const getUnsavedCopyService = serviceOf<typeof createUnsavedCopyService>('unsavedCopy');
