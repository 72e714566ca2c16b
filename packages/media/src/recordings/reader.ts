import type { ReceivedBytes } from '../bytes/received-bytes';
import { createThread } from '../programs/thread';

import { isRecording, type Recording } from './recording';
import type { RecordingQuestion } from './worker';

/** Reads the headers of films and sounds in a thread of their own. */
export const createRecordingReader = (programs: string) => {
  const thread = createThread<RecordingQuestion, Recording>(programs, 'recording-worker');

  return {
    /** Does `readRecording` there; nothing is known of one that takes too much time or memory. */
    async read({ content, size }: ReceivedBytes, mime: string): Promise<Recording> {
      if (!isRecording(mime)) {
        return {};
      }
      try {
        return await thread.ask({ content, size, mime });
      } catch {
        return {};
      }
    },

    /** Ends the thread. */
    stop: thread.stop,
  };
};
