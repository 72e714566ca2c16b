import { newPublication, type Handshake } from '@fleet-bot/protocol';
import { z } from 'zod';

import type { Document } from '../document';
import { namesFile } from '../values';

const schemaOf = (schema: Parameters<typeof z.fromJSONSchema>[0]): z.ZodType => {
  try {
    return z.fromJSONSchema(schema);
  } catch {
    // Unsupported JSON Schema, for example of a newer site: the site validates the value itself.
    return z.unknown();
  }
};

/**
 * Limits for a site of an earlier version that does not report its limits: infinite, because the site validates the
 * values itself.
 */
const UNKNOWN_LIMITS = { titleLength: Infinity, bodyBytes: Infinity, mediaCount: Infinity };

/**
 * Creates a validator of documents that uses the limits and fields of a site, so that no files are uploaded for a text
 * that the site would reject.
 * @returns a function that returns the error messages of a document, each with the name of the field
 */
export const createCheck = (about: Handshake | undefined) => {
  const fields = z.looseObject(
    Object.fromEntries(
      Object.entries(about?.fields ?? {}).map(([name, schema]) => [
        name,
        schemaOf(schema).optional(),
      ])
    )
  );
  const publication =
    about && newPublication({ limits: { ...UNKNOWN_LIMITS, ...about.limits }, fields });

  return ({ status: _status, id: _id, media: _media, ...document }: Document): string[] => {
    const values = Object.entries(document.fields ?? {}).filter(([, value]) => !namesFile(value));
    const { error } =
      publication?.safeParse({ ...document, fields: Object.fromEntries(values) }) ?? {};
    return (error?.issues ?? []).map(({ path, message }) => {
      const field = path.join('.');
      return message.startsWith(String(path.at(-1))) ? message : `${field}: ${message}`;
    });
  };
};

export type Check = ReturnType<typeof createCheck>;
