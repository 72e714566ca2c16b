/** The CPU time left for processing an image. */
export interface TimeBound {
  /** Seconds of CPU time until the process is killed. Optional work that may take longer is skipped. */
  timeLeft: () => number;
}

/**
 * Whether enough CPU time is left for optional work. Adds 50 % to the estimate, because other machines are slower.
 * @param seconds estimated CPU time of the work
 */
export const hasTimeFor = (seconds: number, { timeLeft }: TimeBound): boolean =>
  seconds * 1.5 < timeLeft();
