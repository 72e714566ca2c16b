import type { Damage } from '../support/audit';

/** A material in an answer to a bot. */
export interface AnsweredMaterial {
  id: string;
  url: string;
  name: string;
  /** The sent bytes, if the site must keep them unchanged. */
  content?: Buffer;
  isDeleted: boolean;
}

/** A publication in an answer to a bot. */
export interface AnsweredPublication {
  id: string;
  title: string;
  /** All saved titles, oldest first. */
  titles: string[];
  /** Number of schedules. Each adds a change for its start and one for its end. */
  schedules: number;
  /** Number of restores. Each adds a change "created". */
  restores: number;
  media: AnsweredMaterial[];
  isPublished: boolean;
  url?: string;
  isDeleted: boolean;
}

/** All answers that bots got, and all damage that was found. */
export const createLedger = () => ({
  publications: [] as AnsweredPublication[],
  materials: [] as AnsweredMaterial[],
  /** Materials that belong to no single bot, keyed by id, with their bytes if these must be kept. */
  shared: new Map<string, Buffer | undefined>(),
  damage: [] as Damage[],
  counts: {
    requests: 0,
    retries: 0,
    cutOff: 0,
    refused: 0,
    replayed: 0,
    changesRead: 0,
    webhooksTaken: 0,
    webhooksFailed: 0,
  },
  /** Number of completed operations by kind. */
  done: new Map<string, number>(),
  /** Number of answers by status. */
  statuses: new Map<number, number>(),
});

export type Ledger = ReturnType<typeof createLedger>;

/** Increments the counter `name`. */
export const count = <Name>(counts: Map<Name, number>, name: Name): void => {
  counts.set(name, (counts.get(name) ?? 0) + 1);
};

/** Makes the check that an answer has one of the expected statuses; records any other as damage. */
export const expecting =
  (ledger: Ledger) =>
  (
    { status, body }: { status: number; body: unknown },
    expected: number | number[],
    what: string
  ): boolean => {
    const isExpected = [expected].flat().includes(status);
    if (!isExpected) {
      const detail = `${what}: ${status} ${JSON.stringify(body)}`;
      ledger.damage.push({ kind: 'wrong answer', detail });
    }
    return isExpected;
  };
