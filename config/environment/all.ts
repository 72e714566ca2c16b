import admin from '../admin';
import database from '../database';
import middlewares from '../middlewares';
import plugins from '../plugins';
import server from '../server';
import site from '../site';
import { databaseClient } from './database';

/**
 * Reads and validates all settings as Strapi does, for scripts that run without Strapi.
 * @throws EnvironmentError for the first invalid setting
 */
export const readSettings = () => {
  [admin, database, middlewares, plugins, server, site].forEach((read) => read());
  return { databaseClient: databaseClient() };
};
