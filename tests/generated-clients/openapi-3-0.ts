type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
type JsonObject = Record<string, Json>;

const isNull = (schema: Json): boolean =>
  typeof schema === 'object' && schema !== null && 'type' in schema && schema.type === 'null';

/** Converts `anyOf`. A null alternative becomes `nullable` in OpenAPI 3.0. */
const alternatives = (anyOf: Json[]): JsonObject => {
  const others = anyOf.filter((schema) => !isNull(schema)).map(convert);
  const nullable: JsonObject = others.length < anyOf.length ? { nullable: true } : {};
  const [only, ...more] = others as JsonObject[];
  if (only === undefined || more.length > 0) return { ...nullable, anyOf: others };
  return { ...('$ref' in only ? { allOf: [only] } : only), ...nullable };
};

const convert = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(convert);
  if (typeof value !== 'object' || value === null) return value;
  const { const: only, anyOf, ...others } = value;
  for (const key of ['exclusiveMinimum', 'examples']) delete others[key];
  const converted = Object.fromEntries(
    Object.entries(others).map(([key, inner]) => [key, convert(inner)])
  );
  return {
    ...(Array.isArray(anyOf) && alternatives(anyOf)),
    ...converted,
    ...(only !== undefined && { enum: [only] }),
    ...(isNull(value) && { type: 'object', nullable: true }),
  };
};

/**
 * The description in OpenAPI 3.0, without its webhooks, for generators that do not know 3.1. Loses examples and a limit
 * of numbers.
 */
export const toOpenApi30 = (description: JsonObject): Json => {
  const { webhooks: _webhooks, ...others } = convert(description) as JsonObject;
  const { license: _license, ...info } = others.info as JsonObject;
  return { ...others, info, openapi: '3.0.3' };
};
