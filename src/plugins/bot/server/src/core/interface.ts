import type { OperationId } from '@fleet-bot/protocol';

import { serviceOf } from './service';

/** What of the interface there is on a site. */
export interface InterfaceOfSite {
  /** The operations that its features carry out, in the order of the interface. */
  operations: () => OperationId[];
  /** The action, `controller.action`, that carries an operation out. */
  actionOf: (id: OperationId) => string | undefined;
  /** The names of the features that are on. */
  features: () => string[];
}

export const getInterfaceService = serviceOf<() => InterfaceOfSite>('interface');
