import type { z } from 'zod';

/** Validation errors of a value: the path and message of each invalid field. */
export const refusalsOf = (schema: z.ZodType, value: unknown): [string, string][] =>
  (schema.safeParse(value).error?.issues ?? []).map(({ path, message }) => [
    path.join('.'),
    message,
  ]);
