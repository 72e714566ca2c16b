import { startChild } from '../src/process/child';

import { PROGRAMS } from './programs';

const MEBIBYTE = 1024 * 1024;
const LIMITS = { memoryBytes: 400 * MEBIBYTE, cpuSeconds: 5, plannedSeconds: 5 };

test('a process that waits for ever, while its watch goes on, is ended', async () => {
  const onEnd = jest.fn();
  const child = startChild(PROGRAMS, onEnd);
  // The process waits for the second half in a blocking call.
  const half = Buffer.alloc(1_000);
  const waiting = child.run(
    {
      is: 'image',
      mime: 'image/png',
      content: half,
      size: 2_000,
      options: { breakpoints: {}, mostPixels: 1 },
    },
    LIMITS
  );
  await expect(waiting).rejects.toMatchObject({
    by: 'fault',
    message: expect.stringContaining('SIGKILL'),
  });
  expect(onEnd).toHaveBeenCalledTimes(1);
}, 120_000);
