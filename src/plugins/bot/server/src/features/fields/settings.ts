import { z } from '@strapi/utils';

import { defineSettings } from '../../core/settings';

const attributeName = z.string().min(1);

/** What a field of the interface is called, and what it is in the content type. */
const fieldSchema = z.union([
  attributeName,
  z.strictObject({
    attribute: attributeName,
    /** Of a relation: whether a record that is not there is made, of its name. */
    createMissing: z.boolean().optional(),
  }),
]);

const FIELD_NAME = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;

/** Further attributes that the bot may write, by the names that it has for them. */
export const fieldSettings = defineSettings(
  'fields',
  z.record(
    z.string().regex(FIELD_NAME, 'must be letters, digits and _, and begin with a letter'),
    fieldSchema
  ),
  {}
);
