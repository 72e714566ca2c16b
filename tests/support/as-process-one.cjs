/**
 * Lets a process see what one in a container sees: it is number 1, and other numbers mean
 * nothing. To be loaded with `--require`.
 */
Object.defineProperty(process, 'pid', { value: 1 });
const kill = process.kill.bind(process);
process.kill = (pid, signal) => {
  if (signal === 0) throw Object.assign(new Error('kill ESRCH'), { code: 'ESRCH' });
  return kill(pid, signal);
};
