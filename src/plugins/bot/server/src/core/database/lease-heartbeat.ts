/**
 * Number of renewals during the lifetime of a claim (an expiring exclusive right). The claim survives if one renewal
 * fails.
 */
const BEATS = 4;

/**
 * Renews claims regularly while their work runs. A claim is an exclusive right, stored in the database with an expiry
 * time. A short lifetime suffices, so claims of a killed process expire soon. The first timer tick after the start of
 * the work renews nothing, so short work causes no renewal.
 */
export const createLeaseHeartbeat = <Claim extends object>({
  renew,
  seconds,
  onError,
}: {
  /** Extends the expiry times of these claims in the database. Calls do not overlap. */
  renew: (claims: Claim[]) => Promise<void>;
  /** Seconds until a claim expires, unless it is renewed. */
  seconds: number;
  /** Called with the error when the renewal of claims fails. The next renewal retries. */
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
    /**
     * Starts the timer that renews claims. Must not be called in a transaction, because the timer would inherit the
     * transaction.
     */
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

    /** Stops renewing a claim, so that it can expire. @param claim the object that was passed to `add` */
    remove(claim: Claim): void {
      running.delete(claim);
    },
  };
};
