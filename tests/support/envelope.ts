/**
 * The one shape of an error under `/api/bot`, for `toEqual`: nothing but what is listed here may
 * be in it, a stack least of all.
 *
 * @param details what must be in `details` beside the code.
 */
export const envelope = (status: number, code: string, details: Record<string, unknown> = {}) => ({
  data: null,
  error: {
    status,
    name: expect.any(String) as unknown,
    message: expect.any(String) as unknown,
    details: expect.objectContaining({ code, ...details }) as unknown,
  },
});

/** `details.errors` with an entry for the field, for `envelope`. */
export const fieldErrors = (...paths: (string | number)[][]) => ({
  errors: expect.arrayContaining(
    paths.map((path) => ({ path, message: expect.any(String) as unknown }))
  ) as unknown,
});

/** The code of an error, as whichever client got it; undefined of another answer. */
export const codeOf = (answer: { body: unknown } | { text: string }): string | undefined => {
  const body: unknown = 'body' in answer ? answer.body : JSON.parse(answer.text);
  return (body as { error?: { details: { code: string } } }).error?.details.code;
};
