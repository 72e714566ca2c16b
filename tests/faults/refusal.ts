import type { State } from '../support/audit';
import type { Bot } from '../support/bot';
import { envelope } from '../support/envelope';
import type { TestFile } from '../support/files';
import { sendFile } from '../support/uploads';

interface Refusal {
  bot: Bot;
  file: TestFile;
  status: number;
  code: string;
  expectNothingHalfDone: () => Promise<State>;
}

/** Uploads a file, and expects this error and no trace of the file. */
export const expectRefusal = async (refusal: Refusal): Promise<void> => {
  const { bot, file, status, code, expectNothingHalfDone } = refusal;
  const before = await expectNothingHalfDone();
  const answer = await sendFile(bot, file);
  expect({ status: answer.status, body: answer.body as unknown }).toEqual({
    status,
    body: envelope(status, code),
  });
  expect((await expectNothingHalfDone()).files).toHaveLength(before.files.length);
};
