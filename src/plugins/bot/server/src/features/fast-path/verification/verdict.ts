import { createHash } from 'node:crypto';

import type { Core, UID } from '@strapi/strapi';

import { runningVersion } from '../../../core/additions/list';
import { botConfig } from '../../../core/config';
import { FILE_UID } from '../../../core/constants';
import { knexOf, rowsOf } from '../../../core/database/connection';
import { attributesOf, componentsIn } from '../../../core/database/rows/entity';
import { createState } from '../../../core/database/state';
import { serviceOf } from '../../../core/service';
import { createBackgroundLoop, type Worker } from '../../../core/strapi/background-loop';
import { draftAttributes } from '../document-writer';
import { fastPathSettings, isEligibleType } from '../eligibility';

import { compareWays } from './sample-life';

/** Milliseconds until the comparison of the fast path with Strapi is repeated after an error. */
const RETRY_MILLISECONDS = 600_000;
/** Milliseconds between two checks whether the site has started. */
const START_MILLISECONDS = 50;

/** Result of comparing the fast path with Strapi, for certain versions and content types. */
interface Verdict {
  key: string;
  difference: string | null;
}

/**
 * Hash of the facts on which the comparison of the fast path with Strapi depends: versions of Strapi, plugin and
 * database, and the types.
 */
const keyOf = async (strapi: Core.Strapi): Promise<string> => {
  const { contentType } = botConfig(strapi);
  const { client } = strapi.db.dialect;
  const select = `SELECT ${client === 'sqlite' ? 'sqlite_version' : 'version'}() AS version`;
  const [database] = rowsOf(await knexOf(strapi).raw(select));
  const own = Object.values(attributesOf(strapi, contentType));
  const others = own.flatMap(({ target, ...one }) => [target ?? [], componentsIn(one)].flat());
  const types: UID.Schema[] = [contentType, FILE_UID, ...others];
  const parts = [
    ...[strapi.config.get('info.strapi'), runningVersion(), client, database],
    ...[types.map((type) => attributesOf(strapi, type)), [...draftAttributes(strapi)]],
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
};

/** Decides whether the fast path is used: if it writes exactly what this version of Strapi writes on this site. */
export const createFastPathVerdict = ({ strapi }: { strapi: Core.Strapi }) => {
  const stored = createState<Verdict>(strapi, 'fast-path');
  let verdict: Verdict | undefined;

  const reach = (found: Verdict): void => {
    verdict = found;
    if (found.difference !== null) {
      strapi.log.info(
        `bot: works are written by Strapi alone: under Strapi ${strapi.config.get<string>('info.strapi')}, ` +
          `the fast path would differ in ${found.difference}`
      );
    }
  };

  return {
    /** Whether the type and the settings of the site allow the fast path. */
    isWanted: (): boolean =>
      fastPathSettings.of(strapi) && isEligibleType(strapi, botConfig(strapi).contentType),
    isReached: (): boolean => verdict !== undefined,
    isEqual: (): boolean => verdict?.difference === null,

    /**
     * Uses the stored result of comparing the fast path with Strapi if it was made with the current versions and
     * content types.
     */
    async recall(): Promise<void> {
      const found = await stored.get();
      if (found?.key === (await keyOf(strapi))) reach(found);
    },

    /** Compares the fast path with Strapi and stores the result. Several instances may do so at the same time. */
    async compare(): Promise<void> {
      const found = { key: await keyOf(strapi), difference: await compareWays(strapi) };
      await stored.set(found);
      reach(found);
    },
  };
};

export const getFastPathVerdict = serviceOf<typeof createFastPathVerdict>('fastPathVerdict');

/** Creates a worker that compares writes of the fast path with Strapi's after the start, unless a result is stored. */
export const createVerification = (strapi: Core.Strapi): Worker => {
  const verdict = getFastPathVerdict(strapi);
  const loop = createBackgroundLoop({
    name: 'bot fast path',
    intervalMilliseconds: RETRY_MILLISECONDS,
    async work() {
      if (!strapi.isLoaded) return START_MILLISECONDS;
      if (!verdict.isReached()) await verdict.compare();
      return undefined;
    },
    onError: (error) =>
      strapi.log.info(
        `bot: works are written by Strapi alone, as the fast path could not be compared: ${String(error)}`
      ),
  });
  return {
    start: () => (verdict.isWanted() ? loop.start(() => verdict.recall()) : undefined),
    stop: loop.stop,
  };
};
