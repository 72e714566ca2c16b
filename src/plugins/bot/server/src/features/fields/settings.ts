import { z } from '@strapi/utils';

import { defineSettings } from '../../core/settings';

const attributeName = z.string().min(1);

/** A field: the attribute of the content type, optionally with options. */
const fieldSchema = z.union([
  attributeName,
  z.strictObject({
    attribute: attributeName,
    /** Option of a relation: whether missing records are created from their name. */
    createMissing: z.boolean().optional(),
  }),
]);

const FIELD_NAME = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;

/** Setting with additional attributes that the bot may write, keyed by the field's name in the bot's API. */
export const fieldSettings = defineSettings(
  'fields',
  z.record(
    z.string().regex(FIELD_NAME, 'must be letters, digits and _, and begin with a letter'),
    fieldSchema
  ),
  {}
);
