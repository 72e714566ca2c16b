import fc, { type Arbitrary } from 'fast-check';

/** The part of JSON Schema that the description of the interface uses. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  format?: string;
  pattern?: string;
  contentEncoding?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  items?: Schema;
  maxItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
}

const LEAST_TIME = new Date('1970-01-01T00:00:00Z');
const LAST_TIME = new Date('9999-12-31T23:59:59Z');
const LONGEST = 300;
const MOST = 4;

/** Addresses where no server answers. */
const ADDRESSES = ['http://127.0.0.1:1/a.png', 'http://10.0.0.1/', 'https://nowhere.invalid/a'];

const textOf = ({
  format,
  pattern,
  minLength = 0,
  maxLength = LONGEST,
}: Schema): Arbitrary<string> => {
  if (format === 'date-time') {
    const times = fc.date({ min: LEAST_TIME, max: LAST_TIME, noInvalidDate: true });
    return times.map((time) => time.toISOString());
  }
  if (format === 'date') return fc.constantFrom('2030-01-31', '1969-12-31', '9999-12-31');
  if (format === 'uri') return fc.constantFrom(...ADDRESSES);
  if (format === 'email') return fc.constantFrom('ada@example.org');
  if (pattern !== undefined) {
    const expression = new RegExp(pattern);
    // Lookaheads are removed, because the generator does not support them.
    const simple = new RegExp(pattern.replaceAll(/\(\?!.*?\)/g, ''));
    return fc.stringMatching(simple).filter((text) => expression.test(text));
  }
  const length = { minLength, maxLength: Math.min(maxLength, LONGEST) };
  return fc.oneof(fc.string(length), fc.string({ ...length, unit: 'grapheme' }));
};

/** Makes generators of values for a schema of a document. */
export const createValues = (document: object) => {
  const resolve = (ref: string): Schema =>
    ref
      .slice(2)
      .split('/')
      .reduce<object>((part, key) => Reflect.get(part, key) as object, document);

  const valueOf = (schema: Schema, depth = 0): Arbitrary<unknown> => {
    const { $ref, anyOf, type, items, properties = {}, required = [] } = schema;
    if ($ref !== undefined) {
      return depth > MOST ? fc.constant(null) : valueOf(resolve($ref), depth + 1);
    }
    if ('const' in schema) return fc.constant(schema.const);
    if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
    if (anyOf !== undefined) return fc.oneof(...anyOf.map((one) => valueOf(one, depth + 1)));
    switch (type) {
      case 'string':
        return textOf(schema);
      case 'integer':
      case 'number':
        return fc.integer({
          min: schema.minimum ?? -1e6,
          max: Math.min(schema.maximum ?? 1e6, 2e9),
        });
      case 'boolean':
        return fc.boolean();
      case 'null':
        return fc.constant(null);
      case 'array':
        return fc.array(valueOf(items ?? {}, depth + 1), { maxLength: MOST });
      case 'object': {
        const parts = Object.entries(properties).map(([name, one]) => [
          name,
          valueOf(one, depth + 1),
        ]);
        return fc.record(Object.fromEntries(parts) as Record<string, Arbitrary<unknown>>, {
          requiredKeys: required,
        });
      }
      case undefined:
      default:
        return fc.jsonValue({ maxDepth: 2 });
    }
  };

  /** Invalid or dangerous values. */
  const junk = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom('\0', '\ud800', '__proto__', '%00', "'; DROP TABLE works; --", -1, 1e308, '')
  );

  return {
    valueOf: (schema: Schema): Arbitrary<unknown> => valueOf(schema),

    /** Generates mostly valid values, and sometimes one with an invalid or additional part. */
    nearly: (schema: Schema): Arbitrary<unknown> => {
      const valid = valueOf(schema);
      const broken = fc.tuple(valid, fc.nat(), junk).map(([value, at, instead]) => {
        if (typeof value !== 'object' || value === null || Array.isArray(value)) return instead;
        const names = [...Object.keys(value), 'unknown'];
        return { ...value, [names[at % names.length] ?? '']: instead };
      });
      return fc.oneof({ arbitrary: valid, weight: 4 }, { arbitrary: broken, weight: 1 });
    },
  };
};
