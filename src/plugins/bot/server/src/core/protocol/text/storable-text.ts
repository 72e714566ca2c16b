import { z } from '@strapi/utils';

/**
 * Text that every database can hold: PostgreSQL takes no NUL character, and half of a surrogate
 * pair is no text at all.
 */
export const storableText = (field: string) =>
  z
    .string({ error: `${field} must be a text` })
    .refine((text) => !text.includes('\0'), `${field} must not contain a NUL character`)
    .refine((text) => Buffer.from(text).toString() === text, `${field} must be valid Unicode`);
