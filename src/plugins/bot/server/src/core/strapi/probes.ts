/**
 * All probes: checks at start that undocumented behaviours still exist. Each probe is in the file that relies on its
 * behaviour.
 */
import type { Core } from '@strapi/strapi';

import { retryWhileLoading } from '../database/retry-while-loading';
import { selectRows } from '../database/statement';
import { serviceOf } from '../service';

import { ACTOR } from './actor';
import { AGENTS } from './agents';
import { BACKGROUND } from './background-loop';
import { LOADING } from './connections/wait-while-loading';
import { NEW_CONNECTIONS } from './connections/new-connections';
import { READ_ONLY_SESSIONS } from './connections/read-only-sessions';
import { TIME_LIMITS } from './connections/time-limits';
import { TIMES_IN_UTC } from './connections/utc';
import { COLUMN_NAMES } from './database/column-name';
import { COMMIT_CALLBACKS } from './database/commit-callbacks';
import { LINKS } from './database/component-rows';
import { DATABASE_ERRORS } from './database/errors';
import { SQLITE_LOCK } from './database/sqlite-lock';
import { TRANSACTIONAL_WRITES } from './database/transactional-writes';
import { TRANSACTIONS } from './database/transactions';
import { DATABASE_IDENTITY } from './database/identity';
import { EVENTS } from './entry-events';
import { ERROR_CLASSES } from './errors';
import { FAILING_VALIDATIONS } from './failing-validations';
import { GRAPHQL } from './hidden/graphql';
import { INTERNAL_ATTRIBUTES } from './hidden/internal-attributes';
import { FORMS } from './http/forms';
import { PROTOCOL_ROUTER } from './http/protocol-router';
import { PANEL_LIST } from './panel/list';
import { PANEL_PERMISSIONS } from './panel/permission';
import { FAILED_SAVES } from './panel/saves-of-missing-entries';
import { PANEL_SESSIONS } from './panel/session';
import { PANEL_UIDS } from './panel/uids';
import { disabledProbesOf, hasMethods, runProbes, type Probe } from './probe';
import { INNERMOST } from './register-innermost';
import { BUCKET } from './uploads/bucket';
import { EDITORS_UPLOADS } from './uploads/editors-uploads';
import { FILE_DELETES } from './uploads/file-deletes';
import { SIGNED_URLS } from './uploads/signed-url';
import { STORED_OBJECTS } from './uploads/stored-object';

/** Startup check of the knex methods that `core/database/statement.ts` uses to run SQL. */
const STATEMENTS: Probe = {
  name: 'reading and writing publications',
  reliesOn: 'acquireConnection, query and releaseConnection of a client of knex',
  isPresent: ({ db }) =>
    hasMethods(db.connection.client, 'acquireConnection', 'query', 'releaseConnection'),
  verify: async (strapi) => (await selectRows(strapi, 'SELECT 1 AS one', [])).length === 1,
};

const PROBES: readonly Probe[] = [
  NEW_CONNECTIONS,
  READ_ONLY_SESSIONS,
  TRANSACTIONS,
  // BACKGROUND must come before the probes that query the database in an open transaction.
  BACKGROUND,
  COMMIT_CALLBACKS,
  TRANSACTIONAL_WRITES,
  INTERNAL_ATTRIBUTES,
  DATABASE_ERRORS,
  STATEMENTS,
  SQLITE_LOCK,
  TIME_LIMITS,
  TIMES_IN_UTC,
  LOADING,
  DATABASE_IDENTITY,
  COLUMN_NAMES,
  LINKS,
  INNERMOST,
  FAILING_VALIDATIONS,
  ERROR_CLASSES,
  EVENTS,
  ACTOR,
  FORMS,
  PROTOCOL_ROUTER,
  GRAPHQL,
  EDITORS_UPLOADS,
  FILE_DELETES,
  STORED_OBJECTS,
  SIGNED_URLS,
  BUCKET,
  FAILED_SAVES,
  PANEL_PERMISSIONS,
  PANEL_SESSIONS,
  PANEL_LIST,
  PANEL_UIDS,
  AGENTS,
];

/** Runs the startup checks (probes) of Strapi's undocumented behaviour, and lists the failed optional checks. */
export const createProbeService = ({ strapi }: { strapi: Core.Strapi }) => ({
  /**
   * Checks that all undocumented objects and methods that the plugin needs exist. Must be called before any patch is
   * installed.
   * @throws a one-line error
   */
  assertPresent: () => runProbes(strapi, 'isPresent', PROBES),
  /**
   * Checks that all undocumented behaviours that the plugin needs work. Must be called after all patches, while the
   * site loads.
   * @throws a one-line error
   */
  assertWorking: () => retryWhileLoading(strapi, () => runProbes(strapi, 'verify', PROBES)),
  leftOut: (): string[] => disabledProbesOf(strapi).map(({ name }) => name),
});

export const getProbeService = serviceOf<typeof createProbeService>('probes');
