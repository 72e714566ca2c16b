import type { Core } from '@strapi/strapi';
import { z } from '@strapi/utils';
import { closest, distance } from 'fastest-levenshtein';

import { coreSettings } from '../config';
import { PLUGIN_ID } from '../constants';
import type { Feature } from '../feature';

/** Paths of settings in earlier versions, with their current paths. */
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

/** Renames settings of earlier versions in place. @returns one log message per setting */
const renameSettings = (config: Config): string[] =>
  RENAMED.flatMap(([old, now]) => {
    const folder = folderOf(config, old);
    const name = old.at(-1) ?? '';
    if (!(name in folder)) return [];
    folderOf(config, now)[now.at(-1) ?? ''] = folder[name];
    delete folder[name];
    return [`bot plugin: the setting ${old.join('.')} is called ${now.join('.')} now`];
  });

/** Message for an unknown name, with a suggestion if a known name is similar. */
const refusal = (name: string, what: string, names: string[]): string => {
  const nearest = closest(name, names);
  const isLike = distance(name, nearest) <= name.length / 2;
  return `${name} is not a known ${what}${isLike ? `. Did you mean ${nearest}?` : ''}`;
};

/** Strapi's configuration of the plugin: defaults and validator for the settings of the core and of all features. */
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
    if (!isUnknown || !(isTop || path[0] === 'features')) return [`${path.join('.')}: ${message}`];
    const keys = 'keys' in issue ? issue.keys : [String(path.at(-1))];
    return keys.map((key) =>
      isTop
        ? refusal(key, 'setting', Object.keys(schema.shape))
        : refusal(key, 'optional feature', optional)
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
      /** Validates the settings of a site. @throws Error that names each invalid setting; Strapi then does not start */
      validator(config: Config): void {
        renamed.set(config, renameSettings(config));
        const result = schema.safeParse(config);
        if (!result.success) {
          const problems = result.error.issues.flatMap(messagesOf);
          throw new Error(`bot plugin configuration: ${problems.join('; ')}`);
        }
      },
    },
    /** Log messages about renamed settings of a site. */
    notesOf: (strapi: Core.Strapi): string[] =>
      renamed.get(strapi.config.get(`plugin::${PLUGIN_ID}`)) ?? [],
  };
};
