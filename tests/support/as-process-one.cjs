/** Simulates a process in a container: it has the id 1, and no other ids exist. Must be loaded with `--require`. */
Object.defineProperty(process, 'pid', { value: 1 });
const kill = process.kill.bind(process);
process.kill = (pid, signal) => {
  if (signal === 0) throw Object.assign(new Error('kill ESRCH'), { code: 'ESRCH' });
  return kill(pid, signal);
};
