/**
 * Expected body of an error under `/api/bot`, for `toEqual`. Forbids other properties, such as a stack trace.
 *
 * @param details expected properties of `details` besides the code.
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

/** Expected `details.errors` with an entry for each field, for `envelope`. */
export const fieldErrors = (...paths: (string | number)[][]) => ({
  errors: expect.arrayContaining(
    paths.map((path) => ({ path, message: expect.any(String) as unknown }))
  ) as unknown,
});

/** Error code of an answer from any client; undefined if the answer is not an error. */
export const codeOf = (answer: { body: unknown } | { text: string }): string | undefined => {
  const body: unknown = 'body' in answer ? answer.body : JSON.parse(answer.text);
  return (body as { error?: { details: { code: string } } }).error?.details.code;
};
