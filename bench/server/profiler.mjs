import { writeFile } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';

const SAMPLING_MICROSECONDS = 250;

/** The CPU profiler of this process, for one span of its work and not for its start. */
export const createProfiler = () => {
  const session = new Session();

  return {
    async start() {
      session.connect();
      await session.post('Profiler.enable');
      await session.post('Profiler.setSamplingInterval', { interval: SAMPLING_MICROSECONDS });
      await session.post('Profiler.start');
    },
    /** @param {string} file where the profile goes. */
    async stop(file) {
      const { profile } = await session.post('Profiler.stop');
      session.disconnect();
      await writeFile(file, JSON.stringify(profile));
    },
  };
};
