import type { Core } from '@strapi/strapi';

import type { Knex } from '../../../core/database/connection';

import type { Term } from '../words';

/** The draft of a publication, with the terms by which it is found. */
export interface IndexedWork {
  id: number;
  isPublic: boolean;
  /** Terms of what is shown: of the public version, else of the draft. */
  title: string[];
  topics: string[];
  text: string[];
  /** Endings of the words in the draft, each once. */
  endings: string[];
}

/** What is looked for: rows that have all of these terms. */
export interface Asked {
  terms: Term[];
  /** Where they have to be; `shown` is title, topics and text. */
  where: 'shown' | 'title' | 'endings';
  isPublic?: boolean;
}

export type Sql = readonly [sql: string, values: (number | string)[]];

/** How a database has the index. */
export interface Dialect {
  /** The column with the numbers of rows. */
  id: 'id' | 'rowid';
  /** Makes the table where there is none; `:own:` stands for its name. */
  create: string[];
  /** Why this database cannot have the index; undefined if it can. */
  findObstacle?: (strapi: Core.Strapi) => Promise<string | undefined>;
  toRow: (work: IndexedWork, knex: Knex) => Record<string, unknown>;
  toCondition: (asked: Asked) => Sql;
  /** The order of how well rows fit. */
  toOrder: (asked: Asked) => Sql;
}
