import type { OperationId } from '@fleet-bot/protocol';

import { serviceOf } from './service';

export interface InterfaceOfSite {
  /** Operations that the enabled features provide, in interface order. */
  operations: () => OperationId[];
  /** Controller action (`controller.action`) of an operation. */
  actionOf: (id: OperationId) => string | undefined;
  features: () => string[];
}

export const getInterfaceService = serviceOf<() => InterfaceOfSite>('interface');
