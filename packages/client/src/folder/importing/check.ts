import { newPublication, type Handshake } from '@fleet-bot/protocol';
import { z } from 'zod';

import type { Document } from '../document';
import { namesFile } from '../values';

const schemaOf = (schema: Parameters<typeof z.fromJSONSchema>[0]): z.ZodType => {
  try {
    return z.fromJSONSchema(schema);
  } catch {
    // A schema of a later version of the site: the site checks the value itself.
    return z.unknown();
  }
};

/**
 * Makes a check of documents by what a site says of itself, so that nothing is uploaded for a text that the site refuses.
 * @returns a function that returns all faults of a document, each with its field
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
  const publication = about && newPublication({ limits: about.limits, fields });

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
