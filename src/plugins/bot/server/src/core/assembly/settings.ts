import type { Core } from '@strapi/strapi';
import { z } from '@strapi/utils';
import { closest, distance } from 'fastest-levenshtein';

import { coreSettings } from '../config';
import { PLUGIN_ID } from '../constants';
import type { Feature } from '../feature';

/** What settings were called in earlier versions, with their paths. */
const RENAMED: readonly [old: string[], now: string[]][] = [
  [['leaseDays'], ['unusedUploadDays']],
  [['worker'], ['runBackgroundJobs']],
  [
    ['limits', 'stallSeconds'],
    ['limits', 'idleTimeoutSeconds'],
  ],
];

type Config = Record<string, unknown>;

const folderOf = (config: Config, path: string[]): Config =>
  path.slice(0, -1).reduce((folder, name) => Object(folder[name]) as Config, config);

/** Renames settings of an earlier version in place. @returns a line for each */
const renameSettings = (config: Config): string[] =>
  RENAMED.flatMap(([old, now]) => {
    const folder = folderOf(config, old);
    const name = old.at(-1) ?? '';
    if (!(name in folder)) return [];
    folderOf(config, now)[now.at(-1) ?? ''] = folder[name];
    delete folder[name];
    return [`bot plugin: the setting ${old.join('.')} is called ${now.join('.')} now`];
  });

/** Names what is not known, with the name that may be meant if one is much like it. */
const refusal = (name: string, what: string, names: string[]): string => {
  const nearest = closest(name, names);
  const isLike = distance(name, nearest) <= name.length / 2;
  return `${name} is no ${what}${isLike ? `; did you mean ${nearest}?` : ''}`;
};

/** Makes Strapi's description of the plugin's settings, of those of the core and of all features. */
export const settingsOf = (features: readonly Feature[]) => {
  const own = features.flatMap(({ settings }) => settings ?? []);
  const optional = features.filter(({ isRequired }) => !isRequired).map(({ name }) => name);
  const schema = coreSettings.extend({
    ...Object.fromEntries(own.map((settings) => [settings.name, settings.schema])),
    features: z.partialRecord(z.enum(optional), z.boolean()),
  });
  const messagesOf = ({ code, path, message, ...issue }: z.core.$ZodIssue): string[] => {
    const isTop = path.length === 0;
    const isUnknown = code === 'unrecognized_keys' || code === 'invalid_key';
    if (!isUnknown || !(isTop || path[0] === 'features')) {
      return [`${path.join('.')}: ${message}`];
    }
    const keys = 'keys' in issue ? issue.keys : [String(path.at(-1))];
    return keys.map((key) =>
      isTop
        ? refusal(key, 'setting', Object.keys(schema.shape))
        : refusal(key, 'feature that can be off', optional)
    );
  };
  const renamed = new WeakMap<object, string[]>();

  return {
    config: {
      default: {
        ...coreSettings.parse({}),
        ...Object.fromEntries(own.map((settings) => [settings.name, settings.default])),
        features: {},
      },
      /** @throws Error naming each setting that is wrong; Strapi then does not start. */
      validator(config: Config): void {
        renamed.set(config, renameSettings(config));
        const result = schema.safeParse(config);
        if (!result.success) {
          const problems = result.error.issues.flatMap(messagesOf);
          throw new Error(`bot plugin configuration: ${problems.join('; ')}`);
        }
      },
    },
    /** What to say in the log of the settings of a site. */
    notesOf: (strapi: Core.Strapi): string[] =>
      renamed.get(strapi.config.get(`plugin::${PLUGIN_ID}`)) ?? [],
  };
};
