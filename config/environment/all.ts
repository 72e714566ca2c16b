import admin from '../admin';
import database from '../database';
import middlewares from '../middlewares';
import plugins from '../plugins';
import server from '../server';
import site from '../site';
import { databaseClient } from './database';

/**
 * Reads all settings as Strapi does, for what is done before there is a Strapi.
 * @throws EnvironmentError for the first that is wrong
 */
export const readSettings = () => {
  [admin, database, middlewares, plugins, server, site].forEach((read) => read());
  return { databaseClient: databaseClient() };
};
