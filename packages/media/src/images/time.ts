/** How much CPU time is left for an image. */
export interface TimeBound {
  /** Seconds of CPU time after which the process is ended; optional work that may take longer is left out. */
  timeLeft: () => number;
}

/** Whether optional work is begun. Estimates are of one machine; others take half as long again. */
export const hasTimeFor = (seconds: number, { timeLeft }: TimeBound): boolean =>
  seconds * 1.5 < timeLeft();
