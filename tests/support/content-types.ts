/**
 * Relies on: `strapi.runPluginsLifecycles` and the registries `content-types` and `components`
 * Breaks if: Strapi renames them or changes the form of loaded schemas
 * Checked by: tests/editors/a-localized-work-type.long.test.ts
 */

import type { Core } from '@strapi/strapi';

const WORK = 'api::work.work';

type Attributes = Record<string, object>;

/** A content type as Strapi has loaded it from its schema. */
export interface LoadedType {
  attributes: Attributes;
  options: object;
  pluginOptions?: object;
}

/** Calls `change` after all schemas are loaded, and before any plugin registers. */
export const beforeRegister = (strapi: Core.Strapi, change: () => void): void => {
  const run = strapi.runPluginsLifecycles.bind(strapi);
  strapi.runPluginsLifecycles = (name) => {
    if (name === 'register') change();
    return run(name);
  };
};

/** Changes the Work type as if its schema file had the change. */
export const changeWork = (strapi: Core.Strapi, change: (type: LoadedType) => void): void => {
  strapi.get('content-types').extend(WORK, change);
};

/** Adds a component, such as `shared.seo`. */
export const addComponent = (strapi: Core.Strapi, uid: string, attributes: Attributes): void => {
  const [category = '', name = ''] = uid.split('.');
  const schema = {
    collectionName: `components_${category}_${name}`,
    info: { displayName: name },
    options: {},
    attributes,
  };
  strapi.get('components').set(uid, {
    ...schema,
    __schema__: structuredClone(schema),
    uid,
    category,
    modelType: 'component',
    modelName: name,
    globalId: `Component${category}${name}`,
  });
};

/** Adds a content type `api::<name>.<name>`, by default without draft and publish. */
export const addContentType = (
  strapi: Core.Strapi,
  name: string,
  attributes: Attributes,
  { draftAndPublish = false } = {}
): void => {
  const schema = {
    kind: 'collectionType',
    collectionName: `${name}s`,
    info: { singularName: name, pluralName: `${name}s`, displayName: name },
    options: { draftAndPublish },
    pluginOptions: {},
    attributes,
  };
  strapi.get('content-types').add(`api::${name}`, { [name]: { schema } });
};
