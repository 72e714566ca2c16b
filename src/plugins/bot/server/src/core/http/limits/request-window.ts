/** What all instances together have counted in the window that runs. */
export interface SharedCount {
  counted: number;
  /** Milliseconds until the window ends. */
  milliseconds: number;
}

export interface RequestWindowOptions {
  /** Requests in a window. */
  quota: number;
  /** Length of a window. */
  seconds: number;
  /** Adds to what all instances together have counted. */
  report: (requests: number) => Promise<SharedCount>;
}

/** Counted seconds are whole ones, and never none: a client that waits for none asks at once. */
export const inSeconds = (milliseconds: number): number =>
  Math.max(1, Math.ceil(milliseconds / 1000));

/**
 * Counts requests in windows of time, which instances share: each counts by itself, and reports to
 * the others now and then. One row that every request of every instance updates would be the
 * slowest place of the site.
 */
export const createRequestWindow = ({ quota, seconds, report }: RequestWindowOptions) => {
  const length = seconds * 1000;
  const begin = () => ({ counted: 0, reporting: 0, unreported: 0, endsAt: Date.now() + length });

  let current = { ...begin(), endsAt: 0 };
  let isReporting = false;

  return {
    /**
     * Counts a request, also one too many.
     * @returns requests that are left, below zero for one too many, and seconds until the window ends
     */
    count(): { remaining: number; seconds: number } {
      if (Date.now() >= current.endsAt) {
        current = begin();
      }
      current.unreported += 1;
      const { counted, reporting, unreported, endsAt } = current;
      return {
        remaining: quota - counted - reporting - unreported,
        seconds: inSeconds(endsAt - Date.now()),
      };
    },

    /**
     * Reports what was counted since the last time, and learns what others have counted. Does
     * nothing while an earlier call is not through: what that reports must not be reported twice.
     */
    async share(): Promise<void> {
      const window = current;
      if (isReporting || window.unreported === 0) {
        return;
      }
      isReporting = true;
      window.reporting = window.unreported;
      window.unreported = 0;
      try {
        const { counted, milliseconds } = await report(window.reporting);
        // If another window has begun meanwhile, this one is of no interest any more.
        window.counted = counted;
        window.endsAt = Date.now() + Math.min(milliseconds, length);
      } catch (error) {
        window.unreported += window.reporting;
        throw error;
      } finally {
        window.reporting = 0;
        isReporting = false;
      }
    },
  };
};
