import type { MadeBy, Who } from '@fleet-bot/protocol';
import type { Core, UID } from '@strapi/strapi';

import { botConfig } from '../../../core/config';
import { CHANGE_UID } from '../../../core/constants';
import { serviceOf } from '../../../core/service';
import { query, tableOf } from '../../../core/database/connection';
import { createActorOf } from '../../../core/strapi/actor';

import { MADE_BY_ATTRIBUTE, MADE_BY_COLUMN, REVISION_COLUMN } from './columns';

/** Rows that are completed in one statement. */
const AT_ONCE = 250;

type Data = Record<string, unknown>;

const makerFor = (who: Who): MadeBy => (who === 'bot' || who === 'editor' ? who : 'other');

/** Makes the function that says who makes a publication that is created here and now. */
export const createMakerOf = (strapi: Core.Strapi): (() => MadeBy) => {
  const actorOf = createActorOf(strapi);
  return () => makerFor(actorOf().who);
};

/**
 * Writes down who has made a publication when its first row is created, through whatever part of Strapi. A row that
 * is copied from another version of the document keeps what that one says.
 */
export const keepMaker = (strapi: Core.Strapi, uid: UID.Schema): void => {
  const makerOf = createMakerOf(strapi);
  const add = (data: Data): void => {
    data[MADE_BY_ATTRIBUTE] ??= makerOf();
  };
  strapi.db.lifecycles.subscribe({
    models: [uid],
    beforeCreate: ({ params }) => add(params.data),
    beforeCreateMany: ({ params }) => [params.data].flat().forEach(add),
  });
};

/**
 * Says it of rows that were there before the column, or that were written with SQL. Strapi keeps a person of the
 * panel beside the row, the table of changes knows who created it; it forgets, and then a row that was written
 * through this plugin and never saved in the panel is the bot's.
 */
export const createMadeByService = ({ strapi }: { strapi: Core.Strapi }) => {
  const table = tableOf(strapi, botConfig(strapi).contentType);

  const findWithout = async (): Promise<number[]> => {
    const rows: { id: number }[] = await query(strapi, (knex) =>
      knex(table).select('id').whereNull(MADE_BY_COLUMN).limit(AT_ONCE)
    );
    return rows.map(({ id }) => id);
  };

  /** Another instance may do the same. */
  const write = (ids: number[]): Promise<number> =>
    query(strapi, (knex) => {
      const created = knex({ word: tableOf(strapi, CHANGE_UID) })
        .select(knex.raw('1'))
        .whereRaw('?? = ??', ['word.subject', `${table}.document_id`])
        .where('word.event', 'created');
      return knex(table)
        .whereIn('id', ids)
        .whereNull(MADE_BY_COLUMN)
        .update({
          [MADE_BY_COLUMN]: knex.raw(
            `CASE WHEN created_by_id IS NOT NULL THEN 'editor'
              WHEN EXISTS ? THEN 'bot'
              WHEN EXISTS ? THEN 'other'
              WHEN ${REVISION_COLUMN} IS NOT NULL AND updated_by_id IS NULL THEN 'bot'
              ELSE 'other' END`,
            [created.clone().where('word.who', 'bot'), created]
          ),
        });
    });

  return {
    /** A look-up by an index where none is missing. */
    async fillIn(): Promise<void> {
      for (let ids = await findWithout(); ids.length > 0; ids = await findWithout()) {
        await write(ids);
      }
    },
  };
};

export const getMadeByService = serviceOf<typeof createMadeByService>('madeBy');
