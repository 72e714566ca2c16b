/** Renewals per lifetime of a claim, so that one renewal may fail. */
const BEATS = 4;

/**
 * Renews the claims of long requests regularly, so that claims can have a short lifetime and those of a killed process
 * expire soon. Most requests end before the second interval and need no renewal.
 */
export const createLeaseHeartbeat = <Claim extends object>({
  renew,
  seconds,
  onError,
}: {
  /** Renews a batch. Calls do not overlap. */
  renew: (claims: Claim[]) => Promise<void>;
  /** Lifetime of a claim in seconds. */
  seconds: number;
  /** Called with the error when a renewal fails. The next renewal retries. */
  onError: (error: unknown) => void;
}) => {
  const running = new Map<Claim, { hasSeenBeat: boolean }>();
  let timer: NodeJS.Timeout | undefined;
  let isBeating = false;

  const beat = async (): Promise<void> => {
    const all = [...running];
    const due = all.filter(([, { hasSeenBeat }]) => hasSeenBeat).map(([claim]) => claim);
    for (const [, entry] of all) {
      entry.hasSeenBeat = true;
    }
    // A slow database must not get a second renewal before the first ends.
    if (due.length === 0 || isBeating) return;
    isBeating = true;
    try {
      await renew(due);
    } catch (error) {
      onError(error);
    } finally {
      isBeating = false;
    }
  };

  return {
    /** Starts the timer. Must not be called in a transaction, because the timer would inherit it. */
    start(): void {
      timer ??= setInterval(() => void beat(), (seconds * 1000) / BEATS).unref();
    },

    stop(): void {
      clearInterval(timer);
      timer = undefined;
    },

    add(claim: Claim): void {
      running.set(claim, { hasSeenBeat: false });
    },

    /** Stops renewing a claim. @param claim the same object that was added */
    remove(claim: Claim): void {
      running.delete(claim);
    },
  };
};
