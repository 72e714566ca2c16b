/** A claim is renewed this often in the time for which it is good, so that one beat may fail. */
const BEATS = 4;

/**
 * Renews the claims of long requests, all of them with each beat. So claims can be short, and those of a
 * killed process are soon free. Most requests end before their second beat and cost nothing.
 */
export const createLeaseHeartbeat = <Claim extends object>({
  renew,
  seconds,
  onError,
}: {
  /** Called for one batch at a time. */
  renew: (claims: Claim[]) => Promise<void>;
  /** For how long a claim is good that is not renewed. */
  seconds: number;
  /** Told of a beat that failed; the next one tries again. */
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
    // A database that is slow to answer one must not be asked by a second one meanwhile.
    if (due.length === 0 || isBeating) {
      return;
    }
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
    /** To be called where no transaction is open: the beats inherit it. */
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

    /** @param claim the very object that was added */
    remove(claim: Claim): void {
      running.delete(claim);
    },
  };
};
