import type { Core } from '@strapi/strapi';
import _ from 'lodash';

import { addToType } from '../additions/add-to-type';
import { additionsOf, leaveOutCreators, leaveOutDocumentIndexes } from '../additions/additions-of';
import { moveSettings, upgradeTables } from '../additions/earlier-version';
import { writeList, refuseNewerDatabase } from '../additions/list';
import { toContentType } from '../additions/own-types';
import { botConfig } from '../config';
import { PLUGIN_ID } from '../constants';
import type { Feature, InterfaceOfSite } from '../feature';
import jsonBody from '../http/bodies/json-body';
import { jsonOrFormBody } from '../http/bodies/multipart-body';
import { getGracefulShutdownService } from '../http/connections/graceful-shutdown';
import { createIdempotency } from '../http/idempotency/middleware';
import { noQuery } from '../http/refusals';
import { botToken } from '../http/token';
import { createPeriodicWorker, type Worker } from '../strapi/background-loop';
import { prepareDatabase } from '../strapi/database/prepare';
import { getProbeService } from '../strapi/probes';
import { registerInnermost } from '../strapi/register-innermost';
import { createInnermostWrite, createWriteMiddleware } from '../writes/middleware';

import { assertFeatures } from './check';
import { disableIfUnconfigured, isUnconfigured } from './disable-unconfigured';
import { botRouter, operationIds, panelRouter, type Operations } from './routes';
import { settingsOf } from './settings';

/** Cron rule: one minute past every hour, when few other jobs run. */
const HOURLY = '1 * * * *';

/** Milliseconds between two repairs of rows that were inserted or updated with SQL. */
const REPAIR_MILLISECONDS = 30_000;

type Site = { strapi: Core.Strapi };

const merged = <Part extends object>(parts: readonly (Part | undefined)[]): Part =>
  Object.assign({}, ...parts) as Part;

interface Running {
  workers: Worker[];
  companions: Worker[];
}

/** Creates the Strapi plugin from a list of features. @throws Error with a one-line message if the list is invalid */
export const assemble = (features: readonly Feature[]) => {
  assertFeatures(features);
  const settings = settingsOf(features);
  const running = new WeakMap<Core.Strapi, Running>();

  /** Features that are enabled on this site. @throws Error if an enabled feature needs a disabled one */
  const featuresOf = (strapi: Core.Strapi): Feature[] => {
    const choice: Record<string, boolean> = strapi.config.get(`plugin::${PLUGIN_ID}.features`);
    const on = features.filter(
      ({ name, isRequired, isWanted }) =>
        isRequired || (choice[name] !== false && (isWanted?.(strapi) ?? true))
    );
    for (const { name, needs = [] } of on) {
      const missing = needs.find((needed) => !on.includes(needed));
      if (missing !== undefined) {
        throw new Error(`bot plugin: features.${missing.name} is false, and ${name} needs it`);
      }
    }
    return on;
  };

  /** Controller actions of the enabled features, keyed by operation of the bot's API. */
  const handlersOf = (strapi: Core.Strapi): Operations =>
    merged(featuresOf(strapi).map(({ operations }) => operations));

  const register = async ({ strapi }: Site): Promise<void> => {
    settings.notesOf(strapi).forEach((note) => void strapi.log.warn(note));
    const on = featuresOf(strapi);
    if (disableIfUnconfigured(strapi, on)) return;
    await getProbeService(strapi).assertPresent();
    // Attributes of disabled features are included, because Strapi drops columns without an attribute.
    const added = features.flatMap(({ additions }) => additions?.(strapi) ?? []);
    added.forEach((one) => addToType(strapi, one));
    leaveOutCreators(strapi);
    leaveOutDocumentIndexes(strapi);
    await prepareDatabase(strapi);
    const additions = additionsOf(
      strapi,
      added,
      features.flatMap(({ tables }) => tables ?? [])
    );
    await refuseNewerDatabase(strapi, additions);
    await upgradeTables(strapi);
    await writeList(strapi, additions);

    for (const feature of on) await feature.register?.(strapi);
    // Phases are collected at the first write or read, when all types and their tables are known.
    const writes = _.once(() => on.flatMap((feature) => feature.writes?.(strapi) ?? []));
    const reads = _.once(() => on.flatMap((feature) => feature.reads?.(strapi) ?? []));
    strapi.documents.use(createWriteMiddleware(strapi, writes, reads));
    registerInnermost(strapi, () => createInnermostWrite(strapi, writes()));
  };

  /**
   * Cron job that runs an hourly job of a feature. Catches errors, which would otherwise end the process; the next run
   * retries.
   */
  const hourly = (strapi: Core.Strapi, sweep: (strapi: Core.Strapi) => Promise<void>) => ({
    task: () => sweep(strapi).catch((error: unknown) => void strapi.log.warn(error)),
    options: { rule: HOURLY },
  });

  const repair = async (strapi: Core.Strapi): Promise<void> => {
    for (const feature of featuresOf(strapi)) {
      await feature.repair?.(strapi);
    }
  };

  const bootstrap = async ({ strapi }: Site): Promise<void> => {
    if (isUnconfigured(strapi)) return;
    const on = featuresOf(strapi);
    await moveSettings(strapi);
    for (const { bootstrap: start } of on) {
      await start?.(strapi);
    }
    await getProbeService(strapi).assertWorking();
    await repair(strapi);
    const permissions = Object.entries(merged(on.map((feature) => feature.permissions)));
    await strapi.service('admin::permission').actionProvider.registerMany(
      permissions.map(([uid, displayName]) => ({
        section: 'plugins',
        displayName,
        uid,
        pluginName: PLUGIN_ID,
      }))
    );
    const companions = on.flatMap((feature) => feature.companions?.(strapi) ?? []);
    const workers = [
      createPeriodicWorker(strapi, REPAIR_MILLISECONDS, () => repair(strapi)),
      ...on.flatMap((feature) => feature.workers?.(strapi) ?? []),
    ];
    running.set(strapi, { companions, workers });
    for (const companion of companions) {
      await companion.start();
    }
    if (botConfig(strapi).runBackgroundJobs) {
      const sweeps = Object.entries(merged(on.map((feature) => feature.sweeps)));
      strapi.cron.add(
        Object.fromEntries(sweeps.map(([name, sweep]) => [name, hourly(strapi, sweep)]))
      );
      for (const worker of workers) {
        await worker.start();
      }
    }
  };

  /** Stops the background workers of all features. Strapi calls this before it closes connections and the database. */
  const destroy = async ({ strapi }: Site): Promise<void> => {
    const { workers, companions } = running.get(strapi) ?? { workers: [], companions: [] };
    if (isUnconfigured(strapi)) return;
    const stopMilliseconds = botConfig(strapi).limits.stopSeconds * 1000;
    // All workers stop in parallel, so that each has the full time.
    await Promise.all(
      [getGracefulShutdownService(strapi), ...workers].map(async (worker) =>
        worker.stop(stopMilliseconds)
      )
    );
    // Companions stop last, because running requests may need them.
    for (const companion of companions.reverse()) {
      await companion.stop(stopMilliseconds);
    }
  };

  return {
    register,
    bootstrap,
    destroy,
    config: settings.config,
    contentTypes: _.mapValues(
      merged(features.map((feature) => feature.contentTypes)),
      (type, name) => ({ schema: toContentType(name, type) })
    ),
    controllers: merged(features.map((feature) => feature.controllers)),
    services: {
      ...merged(features.map((feature) => feature.services)),
      interface: ({ strapi }: Site): InterfaceOfSite => ({
        operations: () => operationIds(handlersOf(strapi)),
        actionOf: (id) => handlersOf(strapi)[id],
        features: () => featuresOf(strapi).map(({ name }) => name),
      }),
      repair: ({ strapi }: Site) => ({ fillIn: () => repair(strapi) }),
    },
    policies: { 'bot-token': botToken },
    middlewares: {
      idempotent: createIdempotency(),
      'idempotent-json': createIdempotency(jsonBody),
      'idempotent-json-or-form': createIdempotency(jsonOrFormBody),
      'no-query': noQuery,
    },
    routes: {
      admin: ({ strapi }: Site) =>
        panelRouter(featuresOf(strapi).flatMap(({ panelRoutes }) => panelRoutes ?? [])),
      'content-api': ({ strapi }: Site) => botRouter(handlersOf(strapi)),
    },
  };
};
