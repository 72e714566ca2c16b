import type { Select, State } from '../support/audit';
import type { Random } from '../support/random';

/** Access to the database and the stored files of a site, for the audit. */
export interface Store {
  select: Select;
  /** Returns "ok", or the database's report of damage. */
  integrity: () => Promise<string>;
  readState: () => Promise<State>;
  /** Reads a stored object; empty if it does not exist. */
  read: (name: string) => Promise<Buffer>;
  /** Makes all removals due, as if the grace period of an hour had passed. */
  makeRemovalsDue: () => Promise<unknown>;
}

/** A site that is subjected to faults. */
export interface ChaosSite {
  /** Address for bots, editors and readers. */
  url: string;
  /** The last output of its servers. */
  readonly log: string;
  /** Unexpected exits of its servers. */
  readonly ownDeaths: string[];
  /** Folders for temporary files, one for each server. */
  temporaryDirs: string[];
  /** Folder with the site's data. */
  root: string;

  /** Starts all processes. */
  start: () => Promise<void>;
  /** Injects one fault, and waits until the site works again. @returns a description of the fault */
  hurt: (random: Random) => Promise<string>;
  /** Stops the servers; the data stay readable. */
  stop: () => Promise<void>;
  /** Runs `work` with access to the data. */
  withStore: <Result>(work: (store: Store) => Promise<Result>) => Promise<Result>;
  /** Stops all processes, and deletes the data unless they are to be kept. */
  end: (isKept: boolean) => Promise<void>;
}
