import type { Feature } from '../feature';

/** Checks that no two features declare the same name. @throws Error with a one-line message */
const assertOnce = (
  what: string,
  features: readonly Feature[],
  namesOf: (feature: Feature) => readonly string[]
): void => {
  const owners = new Map<string, string>();
  for (const feature of features) {
    for (const name of namesOf(feature)) {
      const owner = owners.get(name);
      if (owner !== undefined) {
        throw new Error(
          `bot plugin: the ${what} ${name} is defined by ${owner} and by ${feature.name}`
        );
      }
      owners.set(name, feature.name);
    }
  }
};

const keysOf = (record: object | undefined): string[] => Object.keys(record ?? {});

/** Checks that features come after those they need, and that names are unique. @throws Error with a one-line message */
export const assertFeatures = (features: readonly Feature[]): void => {
  features.forEach((feature, place) => {
    for (const needed of feature.needs ?? []) {
      if (!features.slice(0, place).includes(needed)) {
        const fault = features.includes(needed) ? 'comes after it' : 'is missing in the list';
        throw new Error(
          `bot plugin: the feature ${feature.name} needs ${needed.name}, which ${fault}`
        );
      }
      if (feature.isRequired && !needed.isRequired) {
        throw new Error(
          `bot plugin: the feature ${feature.name} is required and needs ${needed.name}, which is optional`
        );
      }
    }
  });
  assertOnce('feature', features, ({ name }) => [name]);
  assertOnce('setting', features, ({ settings }) => (settings ?? []).map(({ name }) => name));
  assertOnce('table', features, ({ contentTypes, tables }) => [
    ...keysOf(contentTypes),
    ...(tables ?? []),
  ]);
  assertOnce('permission', features, ({ permissions }) => keysOf(permissions));
  assertOnce('operation', features, ({ operations }) => keysOf(operations));
  assertOnce('panel route', features, ({ panelRoutes }) =>
    (panelRoutes ?? []).map(({ method, path }) => `${method} ${path}`)
  );
  assertOnce('controller', features, ({ controllers }) => keysOf(controllers));
  assertOnce('service', features, ({ services }) => keysOf(services));
  assertOnce('sweep', features, ({ sweeps }) => keysOf(sweeps));
};
