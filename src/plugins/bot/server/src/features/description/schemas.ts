import _ from 'lodash';
import { z } from 'zod';

/** A schema in JSON Schema 2020-12, which is that of OpenAPI 3.1. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** As clients send it, or as the site answers. */
export type Direction = 'input' | 'output';

const PLACE = '#/components/schemas/';

/** The name that zod gives to a schema without an id that refers to itself: that of any JSON. */
const NAMELESS = /__schema\d+/g;

/** Any JSON. A schema that refers to itself would say more, and becomes a type that does not compile in some generators. */
const JSON_VALUE = { Json: { description: 'Any JSON value' } };

const override = ({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodType;
  jsonSchema: JsonSchema;
}): void => {
  // It is of bytes in a JSON text; in a form or as a body, they come as they are.
  if (jsonSchema.format === 'binary') delete jsonSchema.contentEncoding;
  // Both say no more than their absence does, and turn the types of some generators into maps of anything.
  if (
    (jsonSchema.properties ?? jsonSchema.$ref) &&
    _.isEqual(jsonSchema.additionalProperties, {})
  ) {
    delete jsonSchema.additionalProperties;
  }
  if (_.isEqual(jsonSchema.propertyNames, { type: 'string' })) delete jsonSchema.propertyNames;
  // Zod leaves them out of what it transforms.
  const { examples } = z.globalRegistry.get(zodSchema) ?? {};
  if (Array.isArray(examples)) jsonSchema.examples = examples;
};

/** Turns schemas into JSON Schemas. Those with an id stand once, in `components`, and are referred to. */
export const createSchemas = () => {
  const components: Record<string, JsonSchema> = {};

  return {
    components,

    /** The JSON Schema of a schema. @throws Error if JSON Schema cannot say it */
    of(schema: z.ZodType, io: Direction): JsonSchema {
      const whole = z.toJSONSchema(z.object({ schema }), { io, override });
      const text = JSON.stringify([whole.properties?.schema, whole.$defs])
        .replaceAll('#/$defs/', PLACE)
        .replaceAll(NAMELESS, 'Json');
      const [own, defs] = JSON.parse(text) as [JsonSchema, Record<string, JsonSchema> | undefined];
      Object.assign(components, defs, defs && 'Json' in defs && JSON_VALUE);
      return own;
    },
  };
};

export type Schemas = ReturnType<typeof createSchemas>;

/** Refers to a part of the document. */
export const refer = (kind: 'headers' | 'parameters' | 'responses' | 'schemas', name: string) => ({
  $ref: `#/components/${kind}/${name}`,
});
