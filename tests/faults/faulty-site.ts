import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { Core } from '@strapi/strapi';

import { createBot } from '../support/bot';
import type { TestFile } from '../support/files';
import { startSite, type SiteOptions } from '../support/site';
import { expectNoDamage } from '../support/site-state';
import { until } from '../support/until';
import { expectRefusal } from './refusal';

/** The methods of the plugin's removal worker that tests use. */
interface Worker {
  drain(): Promise<void>;
}

/** Directories for received files that this process has created and not removed. */
const temporaryDirectories = (): string[] =>
  readdirSync(tmpdir())
    .filter((name) => name.startsWith('bot-material-'))
    .flatMap((name) => readdirSync(path.join(tmpdir(), name)))
    .filter((name) => name.startsWith(`${process.pid}-`));

/** Starts a site in this process, in an environment that a test can break, with checks of its data. */
export const startFaultySite = async (options: SiteOptions = {}) => {
  const site = await startSite(options);
  const bot = createBot(site);
  const knex = (): Core.Strapi['db']['connection'] => site.strapi.db.connection;

  const expectNothingHalfDone = () => {
    expect(temporaryDirectories()).toEqual([]);
    return expectNoDamage(site);
  };

  return {
    site,
    bot,
    expectNothingHalfDone,

    /** Uploads a file, and expects this error and no trace of the file. */
    expectRefused: (file: TestFile, status: number, code: string): Promise<void> =>
      expectRefusal({ bot, file, status, code, expectNothingHalfDone }),

    /** Waits until the removal worker has no work left. */
    untilRemoved: () =>
      until(
        'no removal is left',
        async () => (await knex()('bot_removals').select('id')).length === 0
      ),

    /** Makes all removals due, and runs the worker once. */
    async tryRemovals(): Promise<void> {
      await knex()('bot_removals')
        .whereNull('failed_at')
        .update({ due_at: new Date(0) });
      const worker: Worker = site.strapi.plugin('bot').service('removalWorker');
      await worker.drain();
    },

    stop: () => site.stop(),
  };
};

export type FaultySite = Awaited<ReturnType<typeof startFaultySite>>;
