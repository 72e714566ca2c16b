import _ from 'lodash';
import { z } from 'zod';

/** A schema in JSON Schema 2020-12, the dialect of OpenAPI 3.1. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Direction of data: sent by the client (`input`) or by the site (`output`). */
export type Direction = 'input' | 'output';

const PLACE = '#/components/schemas/';

/**
 * Matches the name that zod generates for a recursive schema without an ID. Only the schema for an arbitrary JSON value
 * is recursive and has no ID.
 */
const NAMELESS = /__schema\d+/g;

/** Replaces the recursive schema of any JSON value, for which some generators create types that do not compile. */
const JSON_VALUE = { Json: { description: 'Any JSON value' } };

const override = ({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodType;
  jsonSchema: JsonSchema;
}): void => {
  // A `contentEncoding` applies only to bytes inside JSON text; forms and bodies contain them directly.
  if (jsonSchema.format === 'binary') delete jsonSchema.contentEncoding;
  // Both keywords have no effect here, but some generators create untyped maps because of them.
  if (
    (jsonSchema.properties ?? jsonSchema.$ref) &&
    _.isEqual(jsonSchema.additionalProperties, {})
  ) {
    delete jsonSchema.additionalProperties;
  }
  if (_.isEqual(jsonSchema.propertyNames, { type: 'string' })) delete jsonSchema.propertyNames;
  // Zod omits examples of transformed schemas.
  const { examples } = z.globalRegistry.get(zodSchema) ?? {};
  if (Array.isArray(examples)) jsonSchema.examples = examples;
};

/** Converts zod schemas to JSON Schemas. Schemas with an ID are collected in `components` and referenced. */
export const createSchemas = () => {
  const components: Record<string, JsonSchema> = {};

  return {
    components,

    /** Converts a zod schema. @throws Error if JSON Schema cannot express it */
    of(schema: z.ZodType, io: Direction): JsonSchema {
      const wrapped = z.toJSONSchema(z.object({ schema }), { io, override });
      const text = JSON.stringify([wrapped.properties?.schema, wrapped.$defs])
        .replaceAll('#/$defs/', PLACE)
        .replaceAll(NAMELESS, 'Json');
      const [own, defs] = JSON.parse(text) as [JsonSchema, Record<string, JsonSchema> | undefined];
      Object.assign(components, defs, defs && 'Json' in defs && JSON_VALUE);
      return own;
    },
  };
};

export type Schemas = ReturnType<typeof createSchemas>;

/** A `$ref` to an entry under `components` in the OpenAPI document. */
export const refer = (kind: 'headers' | 'parameters' | 'responses' | 'schemas', name: string) => ({
  $ref: `#/components/${kind}/${name}`,
});
