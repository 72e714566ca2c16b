/*
 * Relies on: `@strapi/content-manager` 5.54 (since 4.0): its undocumented service `uid`, which the panel calls
 * Breaks if: Strapi renames its methods
 * Checked by: `tests/panel/an-editors-day.long.test.ts`
 */
import type { Core } from '@strapi/strapi';

import { hasMethods, isProbeDisabled, type Probe } from '../probe';

interface Field {
  contentTypeUID: string;
  field: string;
  locale?: string;
}

interface Proposal extends Field {
  /** Form data; `id` is the document ID, empty for a new document. */
  data: Record<string, unknown>;
}

interface Value extends Field {
  value: string;
}

interface UidService {
  generateUIDField(requested: Proposal): Promise<string>;
  findUniqueUID(requested: Value): Promise<string>;
  checkUIDAvailability(requested: Value): Promise<boolean>;
}

/** Rules for the UIDs of one attribute. */
export interface UidRule {
  model: string;
  attribute: string;
  propose(data: Record<string, unknown>, locale?: string): Promise<string>;
  /** Finds a free UID that is similar to this value. */
  proposeLike(value: string, locale?: string): Promise<string>;
  isFree(value: string, locale?: string): Promise<boolean>;
}

/**
 * Makes the panel propose and check UIDs of one attribute by these rules. For each proposal, Strapi reads all documents
 * whose UID starts with the same text, and checks only drafts.
 */
export const rulePanelUids = (strapi: Core.Strapi, rule: UidRule): void => {
  if (isProbeDisabled(strapi, PANEL_UIDS)) return;
  const service: UidService = strapi.plugin('content-manager').service('uid');
  const strapis = {
    generateUIDField: service.generateUIDField.bind(service),
    findUniqueUID: service.findUniqueUID.bind(service),
    checkUIDAvailability: service.checkUIDAvailability.bind(service),
  };
  const isRuled = ({ contentTypeUID, field }: Field): boolean =>
    contentTypeUID === rule.model && field === rule.attribute;

  service.generateUIDField = (requested) =>
    isRuled(requested)
      ? rule.propose(requested.data, requested.locale)
      : strapis.generateUIDField(requested);
  service.findUniqueUID = (requested) =>
    isRuled(requested)
      ? rule.proposeLike(requested.value, requested.locale)
      : strapis.findUniqueUID(requested);
  service.checkUIDAvailability = (requested) =>
    isRuled(requested)
      ? rule.isFree(requested.value, requested.locale)
      : strapis.checkUIDAvailability(requested);
};

export const PANEL_UIDS: Probe = {
  name: "the panel's proposals of slugs",
  reliesOn: 'the service uid of @strapi/content-manager',
  isOptional: true,
  isPresent: (strapi) =>
    hasMethods(
      strapi.plugin('content-manager').service('uid'),
      ...['generateUIDField', 'findUniqueUID', 'checkUIDAvailability']
    ),
};
