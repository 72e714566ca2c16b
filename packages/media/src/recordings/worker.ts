import { parentPort } from 'node:worker_threads';

import { bytesInFile, bytesInMemory } from '../bytes/received-bytes';

import { readRecording } from './recording';

/** A film or a sound of `size` bytes: these, or the path of the file that has them. */
export interface RecordingQuestion {
  content: Uint8Array | string;
  size: number;
  mime: string;
}

const bytesOf = ({ content, size }: RecordingQuestion) =>
  typeof content === 'string'
    ? bytesInFile(content, size, '')
    : bytesInMemory(Buffer.from(content.buffer, content.byteOffset, size), '');

/** The whole program of the thread: the bytes in, what their header says out, one after the other. */
parentPort?.on('message', (question: RecordingQuestion) => {
  void readRecording(bytesOf(question), question.mime).then((recording) =>
    parentPort?.postMessage(recording)
  );
});
