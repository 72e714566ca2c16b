/** A call of Strapi's document service that writes a publication. */
export interface Write {
  action: 'create' | 'clone' | 'update' | 'delete' | 'publish' | 'unpublish' | 'discardDraft';
  params: {
    documentId?: string;
    data?: Record<string, unknown>;
    locale?: string | string[] | null;
    status?: string;
  };
}

/** A call of Strapi's document service that lists or counts publications. */
export interface Read {
  action: 'findMany' | 'count';
  params: object;
}

/** What is done once a write is done, with its result. */
export type AfterWrite = (result: unknown) => Promise<void>;

/**
 * What a feature does with each write of a publication by anyone. All of it is one transaction under the lock
 * of the document; within a phase, features run in the order of their list.
 */
export interface WritePhases {
  /** Refuses the write by throwing. */
  validate?(write: Write): Promise<void> | void;
  /** Runs all phases that follow, inside of something. */
  enclose?<Result>(write: Write, next: () => Promise<Result>): Promise<Result>;
  /** Completes, in the parameters, what is to be written. */
  complete?(write: Write): Promise<void> | void;
  /** Does the write in place of Strapi, or returns undefined to leave it to earlier features and at last to Strapi. */
  write?: (write: Write) => Promise<unknown>;
  /** Looks at what is about to be replaced, and returns what to do when it is. */
  record?(write: Write): Promise<AfterWrite | undefined> | AfterWrite | undefined;
}

/** Narrows a list, whatever it asks for already. */
export const narrow = ({ params }: Read, ...conditions: object[]): void => {
  const { filters } = params as { filters?: unknown };
  Object.assign(params, { filters: { $and: [...[filters ?? []].flat(), ...conditions] } });
};

/** Takes part in how publications are listed and counted. */
export type ReadMiddleware = (read: Read, next: () => Promise<unknown>) => Promise<unknown>;
