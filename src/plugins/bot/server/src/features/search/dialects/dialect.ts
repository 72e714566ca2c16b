import type { Core } from '@strapi/strapi';

import type { Knex } from '../../../core/database/connection';

import type { Term } from '../words';

/** The draft of a publication, with its search terms. */
export interface IndexedWork {
  id: number;
  isPublic: boolean;
  /** Search terms of a work's published version, or of its draft if no version is published. */
  title: string[];
  topics: string[];
  text: string[];
  /** Word endings in the draft, without duplicates. */
  endings: string[];
}

/** A search for rows that contain all of the terms. */
export interface SearchQuery {
  terms: Term[];
  /** Columns of the search index to search; `shown` means title, topics and text together. */
  where: 'shown' | 'title' | 'endings';
  isPublic?: boolean;
}

export type Sql = readonly [sql: string, values: (number | string)[]];

/** The search index in one database system: SQL for its table, rows and searches. */
export interface Dialect {
  /** The column with the row id. */
  id: 'id' | 'rowid';
  /** SQL statements that create the table of the search index if it is missing; `:own:` stands for the table name. */
  create: string[];
  /** Returns why this database cannot have the search index; undefined if the database can. */
  findObstacle?: (strapi: Core.Strapi) => Promise<string | undefined>;
  toRow: (work: IndexedWork, knex: Knex) => Record<string, unknown>;
  toCondition: (query: SearchQuery) => Sql;
  /** SQL that sorts rows by relevance. */
  toOrder: (query: SearchQuery) => Sql;
}
