import { isDeepStrictEqual } from 'node:util';

import type { Core } from '@strapi/strapi';

/** How the Content Manager names a field. */
interface Words {
  label?: string;
  description?: string;
}

/** The words of a field in the form and in the list. */
interface Metadata {
  edit?: Words;
  list?: Words;
}

interface Configuration {
  metadatas?: Record<string, Metadata>;
}

/** A type or a component of the site; `config` is what a new site's panel starts with. */
interface Model {
  uid: string;
  config?: Configuration;
}

/** The part of the Content Manager that knows the configurations of one kind of model. */
interface Configurations {
  findConfiguration(model: Model): Promise<Configuration>;
  updateConfiguration(model: Model, configuration: Configuration): Promise<unknown>;
}

/** What stands in the panel, but the site's words where it still has the bare name that Strapi starts with. */
const inWords = (name: string, stored: Words, given: Words = {}): Words =>
  stored.label === name && given.label !== undefined
    ? {
        ...stored,
        label: given.label,
        ...(stored.description === '' && given.description !== undefined
          ? { description: given.description }
          : {}),
      }
    : stored;

const complete = (
  stored: Record<string, Metadata>,
  site: Record<string, Metadata>
): Record<string, Metadata> =>
  Object.fromEntries(
    Object.entries(stored).map(([name, { edit = {}, list = {} }]) => [
      name,
      {
        edit: inWords(name, edit, site[name]?.edit),
        list: inWords(name, list, site[name]?.list),
      },
    ])
  );

/**
 * Gives the fields of an existing site the labels and hints of the site's types. Strapi takes those when it meets an
 * attribute first, and keeps its bare name for good if there were none then. What editors have named stays.
 */
export const setFieldLabels = async (strapi: Core.Strapi): Promise<void> => {
  const manager = strapi.plugin('content-manager');
  for (const [service, models] of [
    ['content-types', strapi.contentTypes],
    ['components', strapi.components],
  ] as const) {
    const configurations: Configurations = manager.service(service);
    for (const model of Object.values(models) as unknown as Model[]) {
      const site = model.config?.metadatas;
      if (site === undefined) continue;
      const configuration = await configurations.findConfiguration(model);
      const metadatas = complete(configuration.metadatas ?? {}, site);
      if (!isDeepStrictEqual(metadatas, configuration.metadatas)) {
        await configurations.updateConfiguration(model, { ...configuration, metadatas });
      }
    }
  }
};
