/** The right to carry out the request that has a key. */
export interface Claim {
  /** The hash of the key. */
  key: string;
  /** Random, so that a claim that was taken over is not mistaken for one's own. */
  token: string;
}

export interface RunningClaimsOptions {
  /** Makes claims last longer from now on; called for one batch at a time. */
  renew: (claims: Claim[]) => Promise<void>;
  /** Milliseconds between two beats. */
  interval: number;
  /** Told of a beat that failed; the next one tries again. */
  onError: (error: unknown) => void;
}

/**
 * Renews the claims of requests that run for long, all of them at each beat. Most requests end
 * before they have seen two beats, and cost nothing.
 */
export const createRunningClaims = ({ renew, interval, onError }: RunningClaimsOptions) => {
  const running = new Map<string, { claim: Claim; hasSeenBeat: boolean }>();
  let timer: NodeJS.Timeout | undefined;
  let isBeating = false;

  const beat = async (): Promise<void> => {
    const all = [...running.values()];
    const due = all.filter(({ hasSeenBeat }) => hasSeenBeat).map(({ claim }) => claim);
    for (const entry of all) {
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
      timer ??= setInterval(() => void beat(), interval).unref();
    },

    stop(): void {
      clearInterval(timer);
      timer = undefined;
    },

    add(claim: Claim): void {
      running.set(claim.token, { claim, hasSeenBeat: false });
    },

    remove({ token }: Claim): void {
      running.delete(token);
    },
  };
};
