import { codeOf } from '../../../src/plugins/bot/server/src/core/protocol/errors';

/** An error of the protocol: its code, and each field with its message. */
export interface Refusal {
  code: string | undefined;
  message: string;
  errors: [string, string][];
}

/** Returns the protocol error that a call must throw. */
export const refusalOf = (call: () => unknown): Refusal => {
  try {
    call();
  } catch (error) {
    const { message, details } = error as {
      message: string;
      details: { errors?: { path: (string | number)[]; message: string }[] };
    };
    const errors = (details.errors ?? []).map((field): [string, string] => [
      field.path.join('.'),
      field.message,
    ]);
    return { code: codeOf(error), message, errors };
  }
  throw new Error('Nothing was refused');
};
