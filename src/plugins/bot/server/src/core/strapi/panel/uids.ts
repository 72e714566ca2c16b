/*
 * Leans on the service `uid` of `@strapi/content-manager` 5.54 (since 4.0), which is not documented: what
 * the panel asks for a proposal of a uid, and whether one is free. `tests/panel/an-editors-day.long.test.ts`
 * notices a change.
 */
import type { Core } from '@strapi/strapi';

import { hasMethods, isLeftOut, type Probe } from '../probe';

interface Field {
  contentTypeUID: string;
  field: string;
  locale?: string;
}

interface Proposal extends Field {
  /** The form; `id` is the id of the document, empty as long as there is none. */
  data: Record<string, unknown>;
}

interface Value extends Field {
  value: string;
}

interface UidService {
  generateUIDField(asked: Proposal): Promise<string>;
  findUniqueUID(asked: Value): Promise<string>;
  checkUIDAvailability(asked: Value): Promise<boolean>;
}

/** How the uids of one attribute are made. */
export interface UidRule {
  model: string;
  attribute: string;
  propose(data: Record<string, unknown>, locale?: string): Promise<string>;
  /** A free uid as near to this one as can be. */
  proposeLike(value: string, locale?: string): Promise<string>;
  isFree(value: string, locale?: string): Promise<boolean>;
}

/**
 * Lets the panel propose and check the uids of one attribute by its own rule. Strapi reads all documents
 * whose uid begins in the same way, with each proposal, and looks at drafts only.
 */
export const rulePanelUids = (strapi: Core.Strapi, rule: UidRule): void => {
  if (isLeftOut(strapi, PANEL_UIDS)) return;
  const service: UidService = strapi.plugin('content-manager').service('uid');
  const strapis = {
    generateUIDField: service.generateUIDField.bind(service),
    findUniqueUID: service.findUniqueUID.bind(service),
    checkUIDAvailability: service.checkUIDAvailability.bind(service),
  };
  const isRuled = ({ contentTypeUID, field }: Field): boolean =>
    contentTypeUID === rule.model && field === rule.attribute;

  service.generateUIDField = (asked) =>
    isRuled(asked) ? rule.propose(asked.data, asked.locale) : strapis.generateUIDField(asked);
  service.findUniqueUID = (asked) =>
    isRuled(asked) ? rule.proposeLike(asked.value, asked.locale) : strapis.findUniqueUID(asked);
  service.checkUIDAvailability = (asked) =>
    isRuled(asked) ? rule.isFree(asked.value, asked.locale) : strapis.checkUIDAvailability(asked);
};

export const PANEL_UIDS: Probe = {
  name: "the panel's proposals of slugs",
  leansOn: 'the service uid of @strapi/content-manager',
  isOptional: true,
  isThere: (strapi) =>
    hasMethods(
      strapi.plugin('content-manager').service('uid'),
      ...['generateUIDField', 'findUniqueUID', 'checkUIDAvailability']
    ),
};
