import { bytesInMemory, type ReceivedBytes } from '../src/bytes/received-bytes';
import { createMedia } from '../src/media';
import { readRecording } from '../src/recording';
import { box } from '../../../tests/support/box';
import { mp4, wav } from '../../../tests/support/files';
import { fileProcesses } from '../../../tests/support/file-processes';
import { until } from '../../../tests/support/until';

import { PROGRAMS } from './programs';

/** Counts the bytes read from a source. The source pretends to end with very many zeros. */
const counted = (bytes: Buffer, size: number) => {
  const read = { bytes: 0 };
  const source = {
    ...bytesInMemory(bytes),
    size,
    read: async (offset: number, length: number) => {
      read.bytes += length;
      const found = Buffer.alloc(length);
      bytes.copy(found, 0, offset, offset + length);
      return found;
    },
  };
  return { source, read };
};

const TRACKS = 20_000;
const ftyp = box('ftyp', Buffer.from('isom\0\0\x02\0isomiso2avc1mp41', 'latin1'));
const tracks = Buffer.concat(Array.from({ length: TRACKS }, () => box('trak', box('tkhd'))));

test.each<[string, string, Buffer]>([
  ['a film with nothing in it', 'video/mp4', mp4().content],
  ['a film of very many tracks', 'video/mp4', Buffer.concat([ftyp, box('moov', tracks)])],
  ['a film that is no film', 'video/webm', Buffer.from('1a45dfa301ffffffffffffff', 'hex')],
  ['a sound of zeros', 'audio/mpeg', Buffer.from('fffb9064', 'hex')],
])('%s says nothing, and little of it is read', async (_what, mime, bytes) => {
  const { source, read } = counted(bytes, 2 ** 40);
  const { width, duration, title } = await readRecording(source, mime);
  expect([width, duration, title]).toEqual([undefined, undefined, undefined]);
  expect(read.bytes).toBeLessThan(13 * 1024 * 1024);
});

test('what is neither film nor sound is not looked at', async () => {
  const { source, read } = counted(wav().content, wav().content.length);
  expect(await readRecording(source, 'application/pdf')).toEqual({});
  expect(read.bytes).toBe(0);
});

test('what is odd in a film is not said in the log', async () => {
  const log = (['log', 'info', 'warn', 'error'] as const).map((level) =>
    jest.spyOn(console, level).mockReturnValue(undefined)
  );
  const sample = box('odd\n', Buffer.alloc(78));
  const table = box('stbl', box('stsd', Buffer.from('0000000000000001', 'hex'), sample));
  const handler = box('hdlr', Buffer.from('\0\0\0\0\0\0\0\0vide'.padEnd(25, '\0'), 'latin1'));
  const film = box('moov', box('trak', box('mdia', handler, box('minf', table))));
  await readRecording(bytesInMemory(Buffer.concat([ftyp, film])), 'video/mp4');
  expect(log.flatMap(({ mock }) => mock.calls)).toEqual([]);
  jest.restoreAllMocks();
});

test('a sound says how long it is', async () => {
  expect(await readRecording(bytesInMemory(wav().content), 'audio/wav')).toMatchObject({
    duration: 1,
  });
});

describe('in a process of its own', () => {
  const media = createMedia({
    programs: PROGRAMS,
    processes: 1,
    waitingBytes: 0,
    memoryBytes: 2 ** 30,
    seconds: 10,
    onCrash: () => undefined,
  });
  afterAll(() => media.stop());

  /** Boxes of unknown types, which make the header slow to read. */
  const boxes = Buffer.concat(Array<Buffer>(500_000).fill(box('abcd')));
  const slow = bytesInMemory(Buffer.concat([ftyp, box('moov', box('udta', boxes))]));
  const recordingOf = async (bytes: ReceivedBytes, name: string) =>
    (await media.inspect(bytes, name)).recording;

  test('a header is read, and others have their turn meanwhile', async () => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    expect(await recordingOf(slow, 'a.mp4')).toEqual({});
    clearInterval(timer);
    expect(turns).toBeGreaterThan(0);
  });

  test('nothing is known where the process ends before, and the next file has another one', async () => {
    const read = recordingOf(slow, 'a.mp4');
    let isRead = false;
    void read.then(() => (isRead = true));
    await until('two have ended over it', async () => {
      for (const pid of await fileProcesses()) process.kill(pid, 'SIGKILL');
      return isRead;
    });
    expect(await read).toEqual({});
    expect(await recordingOf(bytesInMemory(wav().content), 'a.wav')).toMatchObject({ duration: 1 });
  });
});
