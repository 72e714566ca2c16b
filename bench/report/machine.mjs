import os from 'node:os';

/** What the numbers were measured on, in one line. */
export const describeMachine = () => {
  const [first] = os.cpus();
  const gibibytes = Math.round(os.totalmem() / 1024 ** 3);
  return (
    `${os.availableParallelism()} x ${first?.model.trim() ?? 'unknown CPU'}, ${gibibytes} GiB, ` +
    `Node ${process.version}, load average ${os.loadavg()[0].toFixed(1)}`
  );
};
