import { filterFields, type Schemas, type Values } from '../../core/content-manager/fields';

/**
 * What may be stored in a browser: fields of the content type, and of these no password, not in a
 * component either.
 */
export const storableOf =
  (schemas: Schemas) =>
  (changed: Values, initialValues: Values): Values => {
    const { attributes } = schemas;
    const own = Object.entries(changed).filter(([name]) => name in attributes);
    /** The panel itself proposes a uid in an empty form. */
    const isProposed = ([name]: [string, unknown]): boolean =>
      attributes[name]?.type === 'uid' && (initialValues[name] ?? '') === '';
    return own.every(isProposed)
      ? {}
      : filterFields(Object.fromEntries(own), schemas, (_, field) => field?.type !== 'password');
  };
