import { filterFields, type Schemas, type Values } from '../../core/content-manager/fields';

/**
 * Keeps the fields that may be stored in a browser: those of the content type, without passwords, also in components.
 */
export const storableOf =
  (schemas: Schemas) =>
  (changed: Values, initialValues: Values): Values => {
    const { attributes } = schemas;
    const own = Object.entries(changed).filter(([name]) => name in attributes);
    /** Whether the panel has generated the value of a uid in an empty form. */
    const isProposed = ([name]: [string, unknown]): boolean =>
      attributes[name]?.type === 'uid' && (initialValues[name] ?? '') === '';
    return own.every(isProposed)
      ? {}
      : filterFields(Object.fromEntries(own), schemas, (_, field) => field?.type !== 'password');
  };
