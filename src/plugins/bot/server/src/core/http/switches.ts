import type { Switches } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import { serviceOf } from '../service';
import { transaction } from '../database/connection';
import { holdLock } from '../database/locks';
import { createState } from '../database/state';
import { protocolError } from '../protocol/errors';
import { createPeriodicWorker } from '../strapi/background-loop';

/** How often an instance looks at what another one has switched. */
const INTERVAL_MILLISECONDS = 10_000;

const UNTOUCHED: Switches = { pause: null, protectEditors: null };

/** What administrators have switched: kept in the database, and known here without a query a request. */
export const createSwitchesService = ({ strapi }: { strapi: Core.Strapi }) => {
  const state = createState<Partial<Switches>>(strapi, 'switches');
  let switches = UNTOUCHED;

  const stored = async (): Promise<Switches> => ({ ...UNTOUCHED, ...(await state.get()) });
  const load = async (): Promise<void> => {
    switches = await stored();
  };
  const loading = createPeriodicWorker(strapi, INTERVAL_MILLISECONDS, load);

  return {
    /** Reads them; to be called while the site loads. */
    async start(): Promise<void> {
      await load();
      await loading.start();
    },

    stop: (patience: number) => loading.stop(patience),

    current: (): Switches => switches,

    /**
     * Changes the switches that are given, and leaves the others as they stand in the database: another
     * instance may have changed them a moment ago. Holds here at once, and in ten seconds on the others.
     */
    async change(changed: Partial<Switches>): Promise<Switches> {
      await transaction(strapi, async () => {
        await holdLock(strapi, 'setting', 'switches');
        await state.set({ ...(await stored()), ...changed });
      });
      await load();
      return switches;
    },

    /** @throws `bot-paused` */
    assertNotPaused(): void {
      if (switches.pause !== null) {
        throw protocolError('bot-paused');
      }
    },
  };
};

export const getSwitchesService = serviceOf<typeof createSwitchesService>('switches');
