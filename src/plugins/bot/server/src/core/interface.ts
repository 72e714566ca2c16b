import type { OperationId } from '@fleet-bot/protocol';

import { serviceOf } from './service';

export interface InterfaceOfSite {
  /** The operations that its features carry out, in the order of the interface. */
  operations: () => OperationId[];
  /** The action, `controller.action`, that carries an operation out. */
  actionOf: (id: OperationId) => string | undefined;
  features: () => string[];
}

export const getInterfaceService = serviceOf<() => InterfaceOfSite>('interface');
