/**
 * Relies on: `findConfiguration` and `updateConfiguration` of the Content Manager's services
 * Breaks if: Strapi renames them, or stores the labels of fields differently
 * Checked by: tests/pages/content-manager-layout.long.test.ts
 */

import { isDeepStrictEqual } from 'node:util';

import type { Core } from '@strapi/strapi';

/** Label and hint of a field in the Content Manager. */
interface FieldText {
  label?: string;
  description?: string;
}

/** Labels of a field in the edit form and in the list view. */
interface Metadata {
  edit?: FieldText;
  list?: FieldText;
}

interface Configuration {
  metadatas?: Record<string, Metadata>;
}

/** A content type or component of the site; `config` is the panel's configuration on a new site. */
interface Model {
  uid: string;
  config?: Configuration;
}

/** Content Manager service that stores the configurations of one kind of model. */
interface Configurations {
  findConfiguration(model: Model): Promise<Configuration>;
  updateConfiguration(model: Model, configuration: Configuration): Promise<unknown>;
}

/** A hint of earlier versions that is no longer true. */
const OUTDATED_HINT = 'Markdown: headings, lists, links and tables. HTML is shown as text';

/** Replaces a stored label that is still the bare field name, and an outdated hint; keeps any other text. */
const withLabels = (name: string, stored: FieldText, site: FieldText = {}): FieldText => {
  const isUnlabelled = stored.label === name && site.label !== undefined;
  const isOutdated =
    stored.description === OUTDATED_HINT || (isUnlabelled && stored.description === '');
  return {
    ...stored,
    ...(isUnlabelled ? { label: site.label } : {}),
    ...(isOutdated && site.description !== undefined ? { description: site.description } : {}),
  };
};

const complete = (
  stored: Record<string, Metadata>,
  site: Record<string, Metadata>
): Record<string, Metadata> =>
  Object.fromEntries(
    Object.entries(stored).map(([name, { edit = {}, list = {} }]) => [
      name,
      {
        edit: withLabels(name, edit, site[name]?.edit),
        list: withLabels(name, list, site[name]?.list),
      },
    ])
  );

/**
 * Gives the fields of an existing site the labels and hints of the schemas. Strapi reads these only when it first sees
 * a field, and otherwise keeps the bare field name. Labels that editors have changed stay.
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
