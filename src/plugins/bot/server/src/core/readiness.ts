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

/** What takes longer is taken for failed. */
const PATIENCE_MILLISECONDS = 5_000;

/** How a part of the site does, in a word and a sentence. */
export type Finding = readonly [status: Condition, message: string];

/** A part of the site whose state can be told. */
export interface Examination {
  name: string;
  /** Whether the bot cannot publish without it. */
  isVital?: true;
  /** What it throws is told as a failure. */
  examine: () => Promise<Finding> | Finding;
  /** For how many seconds a finding is good, of what costs something. */
  seconds?: number;
}

/** What there is to examine on a site; features add theirs. */
const examinations = defineQuestion<void, Examination[]>(() => []);

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
      return ['ok', 'The database takes what is written'];
    },
  };
};

const pause = (strapi: Core.Strapi): Examination => ({
  name: 'pause',
  isVital: true,
  examine() {
    const { pause: paused } = getSwitchesService(strapi).current();
    return paused === null
      ? ['ok', 'The bot may work']
      : ['failed', `${paused.by ?? 'Somebody'} has paused the bot since ${paused.since}`];
  },
});

/** Bytes that the disk has left where files are stored; undefined of a storage that is no disk. */
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
      ? ['degraded', `There is room for ${room} bytes only; a file may have ${uploadBytes}`]
      : ['ok', 'The storage takes files'];
  },
});

/** Adds what there is to examine on each site. */
export const addCoreExaminations = (strapi: Core.Strapi): void =>
  [database, storage, pause].forEach((part) => addExamination(strapi, part(strapi)));

const examined = new WeakMap<Examination, { until: number; check: Promise<Check> }>();

const run = async ({ name, examine }: Examination): Promise<Check> => {
  const [status, message] = await within(
    PATIENCE_MILLISECONDS,
    Promise.resolve()
      .then(examine)
      .catch((error: unknown): Finding => ['failed', (error as Error).message])
  ).then((finding): Finding => finding ?? ['failed', 'There was no answer in time']);
  return { name, status, message };
};

/** What was found out is told to all who ask so soon after: monitors ask often. */
const checkOf = (examination: Examination): Promise<Check> => {
  const known = examined.get(examination);
  if (known !== undefined && Date.now() < known.until) return known.check;
  const check = run(examination);
  examined.set(examination, { until: Date.now() + (examination.seconds ?? 0) * 1000, check });
  return check;
};

/** Examines the site. @returns failed if the bot cannot publish, degraded if something else is not as it should be */
export const examine = async (
  strapi: Core.Strapi
): Promise<{ status: Condition; checks: Check[] }> => {
  const all = examinations.askAll(strapi).flat();
  const checks = await Promise.all(all.map(checkOf));
  const isVital = (name: string) => all.some((one) => one.name === name && one.isVital);
  const troubles = checks.filter(({ status }) => status !== 'ok');
  const hasFailed = troubles.some(({ name, status }) => status === 'failed' && isVital(name));
  return { status: hasFailed ? 'failed' : troubles.length > 0 ? 'degraded' : 'ok', checks };
};
