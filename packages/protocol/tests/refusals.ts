import type { z } from 'zod';

/** What a schema refuses: each wrong field with its message. */
export const refusalsOf = (schema: z.ZodType, value: unknown): [string, string][] =>
  (schema.safeParse(value).error?.issues ?? []).map(({ path, message }) => [
    path.join('.'),
    message,
  ]);
