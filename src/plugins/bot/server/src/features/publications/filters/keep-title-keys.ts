import type { Core, UID } from '@strapi/strapi';

import { botConfig } from '../../../core/config';
import { serviceOf } from '../../../core/service';
import { query, tableOf } from '../../../core/database/connection';
import { fieldColumns } from '../content-type/columns';

import { TITLE_KEY_ATTRIBUTE, TITLE_KEY_COLUMN, titleKeyOf } from './title-key';

/** Rows that get their keys in one statement. */
const AT_ONCE = 250;

type Data = Record<string, unknown>;

const toKey = (title: unknown): string => titleKeyOf(typeof title === 'string' ? title : '');

/** Keeps the key of each row's title in step with it, whoever writes through Strapi. */
export const keepTitleKeys = (strapi: Core.Strapi, uid: UID.Schema): void => {
  const { title } = botConfig(strapi).attributes;
  const add = (data: Data): void => {
    data[TITLE_KEY_ATTRIBUTE] = toKey(data[title]);
  };
  const follow = (data: Data): void => {
    if (data[title] !== undefined) add(data);
  };
  strapi.db.lifecycles.subscribe({
    models: [uid],
    beforeCreate: ({ params }) => add(params.data),
    beforeCreateMany: ({ params }) => [params.data].flat().forEach(add),
    beforeUpdate: ({ params }) => follow(params.data),
    beforeUpdateMany: ({ params }) => follow(params.data),
  });
};

interface Titled {
  id: number;
  title: string | null;
}

/** Gives keys to titles that were there before, or that somebody has written past Strapi. */
export const createTitleKeyService = ({ strapi }: { strapi: Core.Strapi }) => {
  const uid = botConfig(strapi).contentType;
  const { title } = fieldColumns(strapi);

  const findWithout = (): Promise<Titled[]> =>
    query(strapi, (knex) =>
      knex(tableOf(strapi, uid)).select('id', { title }).whereNull(TITLE_KEY_COLUMN).limit(AT_ONCE)
    );

  /** Another instance may do the same, and somebody may write another title meanwhile. */
  const write = (rows: Titled[]): Promise<number> =>
    query(strapi, (knex) => {
      const cases = rows.map(() => 'WHEN ? THEN ?').join(' ');
      const values = rows.flatMap((row) => [row.id, toKey(row.title)]);
      return knex(tableOf(strapi, uid))
        .whereIn(
          'id',
          rows.map(({ id }) => id)
        )
        .whereNull(TITLE_KEY_COLUMN)
        .update({ [TITLE_KEY_COLUMN]: knex.raw(`CASE id ${cases} END`, values) });
    });

  return {
    /** A look-up by an index where none is missing. */
    async fillIn(): Promise<void> {
      for (let rows = await findWithout(); rows.length > 0; rows = await findWithout()) {
        await write(rows);
      }
    },
  };
};

export const getTitleKeyService = serviceOf<typeof createTitleKeyService>('titleKey');
