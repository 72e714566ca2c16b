const PAUSE = 25;

/** Watches the resident memory of this process. */
export const createMemoryWatch = () => {
  let timer;
  let largest = 0;
  const look = () => {
    largest = Math.max(largest, process.memoryUsage.rss());
  };

  return {
    /** @returns {number} bytes that are resident now. */
    start() {
      largest = process.memoryUsage.rss();
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
