import { memoryOfChildren } from './processes.mjs';

const PAUSE = 25;

const resident = () => process.memoryUsage.rss() + memoryOfChildren();

/** Watches the resident memory of this process and its children. */
export const createMemoryWatch = () => {
  let timer;
  let largest = 0;
  const look = () => {
    largest = Math.max(largest, resident());
  };

  return {
    /** @returns {number} bytes that are resident now. */
    start() {
      largest = resident();
      timer = setInterval(look, PAUSE);
      return largest;
    },
    /** @returns {number} bytes that were resident at most. */
    stop() {
      clearInterval(timer);
      look();
      return largest;
    },
  };
};
