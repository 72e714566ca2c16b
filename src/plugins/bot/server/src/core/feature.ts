import type { OperationId } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import type { AddedToType } from './additions/add-to-type';
import type { OwnType } from './additions/own-types';
import type { Operations, PanelRoute } from './assembly/routes';
import { serviceOf } from './service';
import type { Settings } from './settings';
import type { Worker } from './strapi/background-loop';
import type { ReadMiddleware, WritePhases } from './writes/phases';

type Factory = (context: { strapi: Core.Strapi }) => object;

/**
 * Everything that a feature contributes. Declarations such as tables are always in effect; functions run only while the
 * feature is enabled (`features: { name: false }` disables it).
 */
export interface Feature {
  /** Name of the feature's folder, and its key in the setting `features`. */
  readonly name: string;
  /** True if the bot's API needs the feature. The setting `features` then cannot disable the feature. */
  readonly isRequired?: true;
  /** Whether the site uses the feature. Default: true. */
  readonly isWanted?: (strapi: Core.Strapi) => boolean;
  /** Other features that this feature uses. They come earlier in the list of features. */
  readonly needs?: readonly Feature[];

  readonly settings?: readonly Settings[];
  /** Tables by the singular name of their content types. */
  readonly contentTypes?: Readonly<Record<string, OwnType>>;
  /** Tables without a content type. */
  readonly tables?: readonly string[];
  /** Display names of admin permissions, by permission. */
  readonly permissions?: Readonly<Record<string, string>>;
  /** Controller actions, keyed by operation of the bot's API. */
  readonly operations?: Operations;
  readonly panelRoutes?: readonly PanelRoute[];
  readonly controllers?: Readonly<Record<string, Factory>>;
  readonly services?: Readonly<Record<string, Factory>>;

  /** Checks content types and settings of the site. @throws Error with a one-line message if they are invalid */
  readonly check?: (strapi: Core.Strapi) => void;
  /** Attributes and indexes to add to other content types. The names of their columns begin with `bot_`. */
  readonly additions?: (strapi: Core.Strapi) => AddedToType[];
  /**
   * Runs in Strapi's `register`, before tables exist. Adds handlers to events and questions (see `hooks.ts`) of
   * features that this one uses.
   */
  readonly register?: (strapi: Core.Strapi) => void | Promise<void>;
  /** Hooks into each write of a publication. */
  readonly writes?: (strapi: Core.Strapi) => WritePhases[];
  /** Hooks into each read of publication lists. */
  readonly reads?: (strapi: Core.Strapi) => ReadMiddleware[];
  /** Runs in Strapi's `bootstrap`, when all tables exist. */
  readonly bootstrap?: (strapi: Core.Strapi) => void | Promise<void>;
  /**
   * Fills in missing values of rows written with SQL, at start and every 30 seconds. Costs one index look-up if nothing
   * is missing.
   */
  readonly repair?: (strapi: Core.Strapi) => Promise<void>;

  /** Workers that run on every instance. */
  readonly companions?: (strapi: Core.Strapi) => Worker[];
  /** Workers that run where the setting `runBackgroundJobs` is on: at least one instance per site. */
  readonly workers?: (strapi: Core.Strapi) => Worker[];
  /** Hourly jobs by name, run where `runBackgroundJobs` is on. */
  readonly sweeps?: Readonly<Record<string, (strapi: Core.Strapi) => Promise<void>>>;
}

export interface InterfaceOfSite {
  /** Operations that the enabled features provide, in the order of the protocol's `OPERATIONS`. */
  operations: () => OperationId[];
  /** Controller action (`controller.action`) of an operation. */
  actionOf: (id: OperationId) => string | undefined;
  features: () => string[];
}

export const getInterfaceService = serviceOf<() => InterfaceOfSite>('interface');
