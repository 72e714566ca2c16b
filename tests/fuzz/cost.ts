/** What the dearest piece of work took. */
export interface Cost {
  milliseconds: number;
  what: string;
}

/** Does some work, and remembers its CPU time in `dearest` if none took more. */
export const measured = async (what: string, work: () => unknown, dearest: Cost): Promise<void> => {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  const milliseconds = (user + system) / 1000;
  if (milliseconds > dearest.milliseconds) Object.assign(dearest, { milliseconds, what });
};
