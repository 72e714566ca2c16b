import type { Core } from '@strapi/strapi';

import { botConfig } from '../../config';
import { logDriverMessages } from '../connections/driver-log';
import { surviveLostConnection } from '../connections/lost-connection';
import { failWithNewConnections } from '../connections/new-connections';
import { endReadOnlySessions } from '../connections/read-only-sessions';
import { limitDatabaseTime } from '../connections/time-limits';
import { keepTimesInUtc } from '../connections/utc';
import { waitWhileLoading } from '../connections/wait-while-loading';
import { reportRejectedTests } from '../failing-validations';

import { followTransactions } from './commit-callbacks';
import { noteDatabaseErrors } from './errors';
import { waitForSqliteLock } from './sqlite-lock';
import { writeInTransactions } from './transactional-writes';
import { surfaceCommitErrors } from './transactions';

/** Patches the site's database access, including that of the panel, to be as reliable as the protocol promises. */
export const prepareDatabase = async (strapi: Core.Strapi): Promise<void> => {
  const { limits } = botConfig(strapi);
  logDriverMessages(strapi);
  surfaceCommitErrors(strapi);
  followTransactions(strapi);
  waitForSqliteLock(strapi);
  noteDatabaseErrors(strapi);
  surviveLostConnection(strapi);
  reportRejectedTests();
  limitDatabaseTime(strapi, limits.databaseSeconds);
  keepTimesInUtc(strapi);
  failWithNewConnections(strapi);
  endReadOnlySessions(strapi);
  writeInTransactions(strapi);
  await waitWhileLoading(strapi, limits.databaseStartSeconds);
};
