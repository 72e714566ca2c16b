import type { Select, State } from '../support/audit';
import type { Random } from '../support/random';

/** The database and the stored files of a site, as the audit looks at them. */
export interface Store {
  select: Select;
  /** "ok", or what the database says of its own state. */
  integrity: () => Promise<string>;
  readState: () => Promise<State>;
  /** The bytes of a stored object; none if it is not there. */
  read: (name: string) => Promise<Buffer>;
  /** Moves the dates of all removals to now, as if the hour of grace had passed. */
  makeRemovalsDue: () => Promise<unknown>;
}

/** A site to which faults are done. */
export interface ChaosSite {
  /** Where bots, editors and readers find it. */
  url: string;
  /** The last that its servers printed. */
  readonly log: string;
  /** What its servers did that they must not: the ends that nobody asked for. */
  readonly ownDeaths: string[];
  /** Folders for temporary files, one a server. */
  temporaryDirs: string[];
  /** Where its data lie. */
  root: string;

  /** Starts all of it. */
  start: () => Promise<void>;
  /**
   * Does one fault to it, and lets it come back; it works again when this ends.
   * @returns what was done
   */
  hurt: (random: Random) => Promise<string>;
  /** Asks the servers to end; the data can still be looked at. */
  stop: () => Promise<void>;
  /** Runs `work` on its data. */
  withStore: <Result>(work: (store: Store) => Promise<Result>) => Promise<Result>;
  /** Ends whatever still runs; removes the data unless they are to be looked at. */
  end: (isKept: boolean) => Promise<void>;
}
