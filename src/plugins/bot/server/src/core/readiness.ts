import { statfs } from 'node:fs/promises';

import type { Check, Condition } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import { botConfig } from './config';
import { createState } from './database/state';
import { defineQuestion } from './hooks';
import { getSwitchesService } from './http';
import { getStorageService } from './storage';
import { uploadsFolderOf } from './strapi/uploads/uploads-folder';
import { within } from './timeout';

/** Milliseconds after which a health check counts as failed. */
const MAX_WAIT_MILLISECONDS = 5_000;

/** Result of a health check: status and explanation. */
export type Finding = readonly [status: Condition, message: string];

/** A health check of one part of the site. */
export interface Examination {
  name: string;
  /** True if the bot cannot publish while this check fails. */
  isVital?: true;
  /** Performs the check. A thrown error counts as a failure. */
  examine: () => Promise<Finding> | Finding;
  /** Seconds that a result is cached, for expensive checks. */
  seconds?: number;
}

/** Health checks of a site, including those of features. */
const examinations = defineQuestion<void, Examination[]>(() => []);

/** Adds a health check to a site. */
export const addExamination = (strapi: Core.Strapi, examination: Examination): void =>
  examinations.answer(strapi, () => [examination]);

const database = (strapi: Core.Strapi): Examination => {
  const state = createState<string>(strapi, 'readiness');
  return {
    name: 'database',
    isVital: true,
    seconds: 1,
    async examine() {
      await state.set(new Date().toISOString());
      return ['ok', 'The database accepts writes'];
    },
  };
};

const pause = (strapi: Core.Strapi): Examination => ({
  name: 'pause',
  isVital: true,
  examine() {
    const { pause: paused } = getSwitchesService(strapi).current();
    return paused === null
      ? ['ok', 'The bot is not paused']
      : ['failed', `${paused.by ?? 'An administrator'} paused the bot at ${paused.since}`];
  },
});

/** Free bytes on the disk of the uploads folder; undefined for other storage. */
const roomOf = async (strapi: Core.Strapi): Promise<number | undefined> => {
  const folder = uploadsFolderOf(strapi);
  if (folder === undefined) return undefined;
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

const storage = (strapi: Core.Strapi): Examination => ({
  name: 'storage',
  seconds: 30,
  async examine() {
    await getStorageService(strapi).assertWritable();
    const room = await roomOf(strapi);
    const { uploadBytes } = botConfig(strapi).limits;
    return room !== undefined && room < uploadBytes
      ? ['degraded', `Only ${room} bytes are free, but a file may have ${uploadBytes} bytes`]
      : ['ok', 'The storage accepts files'];
  },
});

/** Adds the health checks of the core. */
export const addCoreExaminations = (strapi: Core.Strapi): void =>
  [database, storage, pause].forEach((part) => addExamination(strapi, part(strapi)));

const examined = new WeakMap<Examination, { until: number; check: Promise<Check> }>();

const run = async ({ name, examine }: Examination): Promise<Check> => {
  const [status, message] = await within(
    MAX_WAIT_MILLISECONDS,
    Promise.resolve()
      .then(examine)
      .catch((error: unknown): Finding => ['failed', (error as Error).message])
  ).then((finding): Finding => finding ?? ['failed', 'The check timed out']);
  return { name, status, message };
};

/** Runs a check or returns its cached result, because monitors ask often. */
const checkOf = (examination: Examination): Promise<Check> => {
  const known = examined.get(examination);
  if (known !== undefined && Date.now() < known.until) return known.check;
  const check = run(examination);
  examined.set(examination, { until: Date.now() + (examination.seconds ?? 0) * 1000, check });
  return check;
};

/** Runs all health checks. @returns `failed` if the bot cannot publish, `degraded` for any other problem */
export const examine = async (
  strapi: Core.Strapi
): Promise<{ status: Condition; checks: Check[] }> => {
  const all = examinations.resolveAll(strapi).flat();
  const checks = await Promise.all(all.map(checkOf));
  const isVital = (name: string) => all.some((one) => one.name === name && one.isVital);
  const troubles = checks.filter(({ status }) => status !== 'ok');
  const hasFailed = troubles.some(({ name, status }) => status === 'failed' && isVital(name));
  return { status: hasFailed ? 'failed' : troubles.length > 0 ? 'degraded' : 'ok', checks };
};
