import { codeOf } from '../../../src/plugins/bot/server/src/core/protocol/errors';

/** What a call was refused with: its code, and each field with its message. */
export interface Refusal {
  code: string | undefined;
  message: string;
  errors: [string, string][];
}

/** Calls something that must throw an error of the protocol. */
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
