import { z } from 'zod';

/** An object in a request: a key that is not known is refused, as a misspelt one would do nothing. */
export const request = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: ({ code }) => (code === 'invalid_type' ? 'The body must be a JSON object' : undefined),
  });

/**
 * An object in an answer: whoever reads it passes over keys that it does not know, as later versions add some. The
 * type has those of this version only.
 */
export const answer = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.looseObject(shape) as z.ZodObject as z.ZodObject<Shape>;

/** What a command answers that has no more to say. */
export const identified = answer({ id: z.string() });

/** The id of a publication or a material. What cannot be one is the id of none. */
export const documentId = z.string().regex(/^[a-z0-9]{1,64}$/i);
