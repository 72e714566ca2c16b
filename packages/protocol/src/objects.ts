import { z } from 'zod';

/** Schema of an object in a request. Rejects unknown keys, because a misspelt one would have no effect. */
export const request = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: ({ code }) => (code === 'invalid_type' ? 'The body must be a JSON object' : undefined),
  });

/**
 * Schema of an object in an answer. Clients must ignore unknown keys, as later versions add some. The type has the keys
 * of this version only.
 */
export const answer = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.looseObject(shape) as z.ZodObject as z.ZodObject<Shape>;

/** Answer of a command that has no other result. */
export const identified = answer({ id: z.string() });

/** Id of a publication or a material. Any other string is treated as an unknown id. */
export const documentId = z.string().regex(/^[a-z0-9]{1,64}$/i);
