import type { Damage } from '../support/audit';

/** A material that a bot was told of. */
export interface ToldMaterial {
  id: string;
  url: string;
  name: string;
  /** The bytes that were sent, where the site has to keep them as they are. */
  content?: Buffer;
  isDeleted: boolean;
}

/** A publication that a bot was told of. */
export interface ToldPublication {
  id: string;
  title: string;
  /** All that it was saved with, the first one first. */
  titles: string[];
  /** How often it was given a time: each says that it has one, and that it has it no more. */
  schedules: number;
  /** How often it was restored: each says once more that it was created. */
  restores: number;
  media: ToldMaterial[];
  isPublished: boolean;
  url?: string;
  isDeleted: boolean;
}

/** Everything that the bots were told, and everything that was wrong with it. */
export const createLedger = () => ({
  publications: [] as ToldPublication[],
  materials: [] as ToldMaterial[],
  /** What is not any bot's own: ids, for materials with the bytes that have to be kept. */
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
  /** How often each operation was done to its end. */
  done: new Map<string, number>(),
  /** How often each status was answered. */
  statuses: new Map<number, number>(),
});

export type Ledger = ReturnType<typeof createLedger>;

/** Counts one more under `name`. */
export const count = <Name>(counts: Map<Name, number>, name: Name): void => {
  counts.set(name, (counts.get(name) ?? 0) + 1);
};

/** Whether the status is the one, or one of those, that must come; another is written down. */
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
