/** A document service call that writes a publication. */
export interface Write {
  action: 'create' | 'clone' | 'update' | 'delete' | 'publish' | 'unpublish' | 'discardDraft';
  params: {
    documentId?: string;
    data?: Record<string, unknown>;
    locale?: string | string[] | null;
    status?: string;
  };
}

/** A document service call that lists or counts publications. */
export interface Read {
  action: 'findMany' | 'count';
  params: object;
}

/** Function that runs after a write, with its result. */
export type AfterWrite = (result: unknown) => Promise<void>;

/**
 * Contributions of a feature to each write of a publication, by any caller. All run in one transaction under the
 * document's lock; within a phase, in the order of the list of features.
 */
export interface WritePhases {
  /** Checks the write, and rejects it by throwing. */
  validate?(write: Write): Promise<void> | void;
  /** Wraps the phases of the write that follow `validate`; `next` runs these phases. */
  enclose?<Result>(write: Write, next: () => Promise<Result>): Promise<Result>;
  /** Completes the data of the write in its parameters. */
  complete?(write: Write): Promise<void> | void;
  /**
   * Performs the write instead of Strapi. Returns undefined to leave the write to a feature earlier in the list or, if
   * there is none, to Strapi.
   */
  write?: (write: Write) => Promise<unknown>;
  /** Reads the old values before the write, and returns a function to run after it. */
  record?(write: Write): Promise<AfterWrite | undefined> | AfterWrite | undefined;
}

/** Adds conditions to the filters of a list. */
export const narrow = ({ params }: Read, ...conditions: object[]): void => {
  const { filters } = params as { filters?: unknown };
  Object.assign(params, { filters: { $and: [...[filters ?? []].flat(), ...conditions] } });
};

/** Middleware for listing and counting publications. */
export type ReadMiddleware = (read: Read, next: () => Promise<unknown>) => Promise<unknown>;
