import type { Core } from '@strapi/strapi';

import { PLUGIN_ID } from '../../core/constants';
import { fillInTypes } from '../materials/type-rule/fill-in';
import { within } from '../../core/http';

import { getTitleKeyService } from './filters/keep-title-keys';
import { getFileReferenceScanService } from './references/scan';
import { getSlugService } from './slug/slug';
import { getMadeByService } from './status/made-by';
import { getPublicationStatusService } from './status/status';

/** How long a row may stay as somebody has written it past Strapi. */
const INTERVAL_MILLISECONDS = 30_000;

/**
 * Completes rows that were not written through Strapi's code, which would have done it: those
 * that were there before this plugin, those of `strapi transfer` and `strapi import`, those of
 * plain SQL. Where nothing is missing it takes a look-up by an index each.
 */
export const createRepairService = ({ strapi }: { strapi: Core.Strapi }) => {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  const service = {
    /** Gives publications their status, maker, slug and key of the title, and files their type. */
    async fillIn(): Promise<void> {
      await getPublicationStatusService(strapi).fillIn();
      await getPublicationStatusService(strapi).followDefaultLocale();
      await getMadeByService(strapi).fillIn();
      await getSlugService(strapi).fillIn();
      await getTitleKeyService(strapi).fillIn();
      await fillInTypes(strapi);
    },

    /** Looks again and again, until `stop`. */
    start(): void {
      timer = setInterval(() => {
        running ??= service
          .fillIn()
          .then(() => getFileReferenceScanService(strapi).readAfterImport())
          .catch((error: unknown) => void strapi.log.warn(error))
          .finally(() => {
            running = undefined;
          });
      }, INTERVAL_MILLISECONDS);
      timer.unref();
    },

    /** Stops, and waits for the look that is under way, for so many milliseconds at most. */
    async stop(milliseconds: number): Promise<void> {
      clearInterval(timer);
      if (running !== undefined) {
        await within(milliseconds, running);
      }
    },
  };
  return service;
};

export type RepairService = ReturnType<typeof createRepairService>;

/** Gives this service of a site. */
export const getRepairService = (strapi: Core.Strapi): RepairService =>
  strapi.plugin(PLUGIN_ID).service('repair');
