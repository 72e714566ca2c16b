import { BotError } from '../../http/errors';
import type { PublicationChange } from '../../resources/publications';

interface Fault {
  path?: unknown[];
  message?: string;
}

/**
 * Name of an optional value that the site rejected: `slug`, or a field such as `fields.category`. Undefined for a value
 * that a publication needs.
 */
const optionalName = ({ path: [name, field] = [] }: Fault): string | undefined => {
  if (name === 'slug') return name;
  return name === 'fields' && typeof field === 'string' ? `fields.${field}` : undefined;
};

/**
 * Reads from an error why a site rejected optional values: reasons keyed by `slug` or `fields.<name>`.
 * @throws the given error unless it concerns only optional values
 */
const refusalsIn = (error: unknown): Map<string, string> => {
  if (!(error instanceof BotError)) throw error;
  const { errors = [] } = error.details as { errors?: Fault[] };
  const reasons = new Map<string, string>();
  for (const fault of errors) reasons.set(optionalName(fault) ?? '', fault.message ?? '');
  if (reasons.size === 0 || reasons.has('')) throw error;
  return reasons;
};

const fieldsOf = ({ fields }: PublicationChange) => (fields ?? {}) as Record<string, unknown>;

const without = (wanted: PublicationChange, names: ReadonlyMap<string, string>) => {
  if (names.size === 0) return wanted;
  const { slug, fields: _fields, ...rest } = wanted;
  const kept = Object.entries(fieldsOf(wanted)).filter(([name]) => !names.has(`fields.${name}`));
  return {
    ...rest,
    ...(slug !== undefined && !names.has('slug') && { slug }),
    ...(kept.length > 0 && { fields: Object.fromEntries(kept) }),
  };
};

/**
 * Creates a function that repeats a write without the slug or the fields that the site rejects, such as an unknown
 * category. The function's result has a warning for each omitted value. Later writes leave out the same values of these
 * fields.
 */
export const createWriteWithoutRefused = () => {
  /** Reasons why the site rejected a field, keyed by the field's name and value. */
  const known = new Map<string, string>();
  const keyOf = (name: string, wanted: PublicationChange): string =>
    JSON.stringify([name, fieldsOf(wanted)[name.replace('fields.', '')]]);

  return async <Result>(
    wanted: PublicationChange,
    write: (accepted: PublicationChange) => Promise<Result>
  ): Promise<Result & { warnings: string[] }> => {
    const names = Object.keys(fieldsOf(wanted)).map((name) => `fields.${name}`);
    const refused = new Map(
      names.flatMap((name): [string, string][] => {
        const reason = known.get(keyOf(name, wanted));
        return reason === undefined ? [] : [[name, reason]];
      })
    );
    for (;;) {
      try {
        const result = await write(without(wanted, refused));
        const warnings = [...refused].map(([name, reason]) =>
          name === 'slug' ? `the address ${wanted.slug}: ${reason}` : `${name}: ${reason}`
        );
        return { ...result, warnings };
      } catch (error) {
        for (const [name, reason] of refusalsIn(error)) {
          if (refused.has(name)) throw error;
          refused.set(name, reason);
          if (name !== 'slug') known.set(keyOf(name, wanted), reason);
        }
      }
    }
  };
};
