/** How such a key may stand in JSON: as it is, or with letters escaped. */
const POSSIBLE = /__proto__|\\u00/i;

const KEY = '__proto__';

type Path = (string | number)[];

const pathsIn = (value: unknown, path: Path): Path[] => {
  if (typeof value !== 'object' || value === null) {
    return [];
  }
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value);
  return entries.flatMap(([key, inner]) =>
    key === KEY ? [[...path, key]] : pathsIn(inner, [...path, key])
  );
};

/**
 * Where a JSON text has the key `__proto__`: schemas pass over it, and in a copy of its object it would
 * be something else.
 */
export const pathsOfPrototypeKeys = (json: string, parsed: unknown): Path[] =>
  POSSIBLE.test(json) ? pathsIn(parsed, []) : [];
