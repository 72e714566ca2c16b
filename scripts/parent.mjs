const INTERVAL = 500;

/**
 * Ends this process as SIGTERM would when npm, which started it, has ended.
 *
 * `npm start` is npm, a shell, and this process. A SIGTERM that npm gets ends npm and, through it,
 * the shell; a shell does not pass a signal on, and the site would run on without its parents.
 */
export const endWithNpm = () => {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, INTERVAL);
  watch.unref();
};
