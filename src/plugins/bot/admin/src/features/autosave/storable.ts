import type { Values } from './local-copies';

/** An attribute of a content type or a component, as far as it is looked at here. */
export interface Attribute {
  type: string;
  component?: string;
}

type Attributes = Record<string, Attribute>;

export interface Schemas {
  attributes: Attributes;
  components: Record<string, { attributes: Attributes } | undefined>;
}

const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * What may be kept in a browser: fields of the content type, and of these no password, not in a
 * component either.
 */
export const keepableOf = ({ attributes, components }: Schemas) => {
  const withoutPasswords = (values: Values, of: Attributes): Values =>
    Object.fromEntries(
      Object.entries(values)
        .filter(([name]) => of[name]?.type !== 'password')
        .map(([name, value]) => [name, inComponents(value, of[name]?.component)])
    );

  const inComponents = (value: unknown, component?: string): unknown => {
    if (Array.isArray(value)) {
      return value.map((one) => inComponents(one, component));
    }
    if (!isRecord(value)) {
      return value;
    }
    // In a dynamic zone each says for itself what it is.
    const uid = component ?? String(value.__component);
    const schema = components[uid];
    return schema === undefined ? value : withoutPasswords(value, schema.attributes);
  };

  /** The panel itself proposes a uid in an empty form. */
  const isProposed = (name: string, initialValues: Values): boolean =>
    attributes[name]?.type === 'uid' && (initialValues[name] ?? '') === '';

  return (changed: Values, initialValues: Values): Values => {
    const names = Object.keys(changed).filter((name) => name in attributes);
    return names.every((name) => isProposed(name, initialValues))
      ? {}
      : withoutPasswords(
          Object.fromEntries(names.map((name) => [name, changed[name]])),
          attributes
        );
  };
};
