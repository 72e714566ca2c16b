import type { Switches } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import { serviceOf } from '../service';
import { transaction } from '../database/connection';
import { holdLock } from '../database/locks';
import { createState } from '../database/state';
import { protocolError } from '../protocol/errors';
import { createPeriodicWorker } from '../strapi/background-loop';

/** Milliseconds between two reads of the administrators' switches from the database. */
const INTERVAL_MILLISECONDS = 10_000;

const UNTOUCHED: Switches = { pause: null, protectEditors: null };

/**
 * Switches of administrators, such as the pause of the bot. Stored in the database and cached in memory, so that
 * requests need no query.
 */
export const createSwitchesService = ({ strapi }: { strapi: Core.Strapi }) => {
  const state = createState<Partial<Switches>>(strapi, 'switches');
  let switches = UNTOUCHED;

  const stored = async (): Promise<Switches> => ({ ...UNTOUCHED, ...(await state.get()) });
  const load = async (): Promise<void> => {
    switches = await stored();
  };
  const loading = createPeriodicWorker(strapi, INTERVAL_MILLISECONDS, load);

  return {
    /**
     * Loads the administrators' switches, and starts to reload them regularly. Must be called while the site loads.
     */
    async start(): Promise<void> {
      await load();
      await loading.start();
    },

    stop: (timeoutMilliseconds: number) => loading.stop(timeoutMilliseconds),

    current: (): Switches => switches,

    /**
     * Stores some switches of administrators. Does not change the other switches, which another instance may just have
     * stored. Takes effect on this instance at once, on other instances within ten seconds.
     */
    async change(changed: Partial<Switches>): Promise<Switches> {
      await transaction(strapi, async () => {
        await holdLock(strapi, 'setting', 'switches');
        await state.set({ ...(await stored()), ...changed });
      });
      await load();
      return switches;
    },

    /** Asserts that the bot is not paused. @throws `bot-paused` */
    assertNotPaused(): void {
      if (switches.pause !== null) throw protocolError('bot-paused');
    },
  };
};

export const getSwitchesService = serviceOf<typeof createSwitchesService>('switches');
