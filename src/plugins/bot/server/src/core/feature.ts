import type { Core } from '@strapi/strapi';

import type { AddedToType } from './additions/add-to-type';
import type { OwnType } from './additions/own-types';
import type { Operations, PanelRoute } from './assembly/routes';
import type { Settings } from './settings';
import type { Worker } from './strapi/background-loop';
import type { ReadMiddleware, WritePhases } from './writes/phases';

type Factory = (context: { strapi: Core.Strapi }) => object;

/**
 * All that a feature brings, in one object. What it declares is the same for each site and is kept, with its tables,
 * while the feature is off (`features: { name: false }`); what it does is done where it is on.
 */
export interface Feature {
  /** Its folder, and its key in the setting `features`. */
  readonly name: string;
  /** Whether the interface needs it, so that it cannot be off. */
  readonly isRequired?: true;
  /** Whether the site has turned on what it is for; without it, it is on unless the setting says otherwise. */
  readonly isWanted?: (strapi: Core.Strapi) => boolean;
  /** The features that it uses; they come earlier in the list. */
  readonly needs?: readonly Feature[];

  readonly settings?: readonly Settings[];
  /** Its tables, by the names of their content types in the singular. */
  readonly contentTypes?: Readonly<Record<string, OwnType>>;
  /** Tables that are no content types. */
  readonly tables?: readonly string[];
  /** What a role may be allowed, by name, in the panel's words. */
  readonly permissions?: Readonly<Record<string, string>>;
  /** The operations of the interface that it carries out. */
  readonly operations?: Operations;
  readonly panelRoutes?: readonly PanelRoute[];
  readonly controllers?: Readonly<Record<string, Factory>>;
  readonly services?: Readonly<Record<string, Factory>>;

  /** @throws Error in one line if the site's content types or settings do not fit */
  readonly check?: (strapi: Core.Strapi) => void;
  /** What it adds to tables of others. Their columns begin with `bot_`. */
  readonly additions?: (strapi: Core.Strapi) => AddedToType[];
  /** At Strapi's `register`, before there are tables. Here it answers events and questions of features below. */
  readonly register?: (strapi: Core.Strapi) => void | Promise<void>;
  /** What it does with each write of a publication. */
  readonly writes?: (strapi: Core.Strapi) => WritePhases[];
  /** What it does with each list of publications. */
  readonly reads?: (strapi: Core.Strapi) => ReadMiddleware[];
  /** At Strapi's `bootstrap`, when all tables are there. */
  readonly bootstrap?: (strapi: Core.Strapi) => void | Promise<void>;
  /**
   * Completes rows written past Strapi's code, at start and every half minute; a look-up by an index if there are none.
   */
  readonly repair?: (strapi: Core.Strapi) => Promise<void>;

  /** What runs on every instance. */
  readonly companions?: (strapi: Core.Strapi) => Worker[];
  /** What runs where the setting `runBackgroundJobs` says so, on one instance of a site at least. */
  readonly workers?: (strapi: Core.Strapi) => Worker[];
  /** What is done there every hour, by name. */
  readonly sweeps?: Readonly<Record<string, (strapi: Core.Strapi) => Promise<void>>>;
}
