/** CPU time of the most expensive piece of work. */
export interface Cost {
  milliseconds: number;
  what: string;
}

/** Runs some work, and stores its CPU time in `dearest` if it is the highest. */
export const measured = async (what: string, work: () => unknown, dearest: Cost): Promise<void> => {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  const milliseconds = (user + system) / 1000;
  if (milliseconds > dearest.milliseconds) Object.assign(dearest, { milliseconds, what });
};
