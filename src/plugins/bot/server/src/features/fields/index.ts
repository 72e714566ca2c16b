/** Public interface of the `fields` feature for other features. */
export { createFieldForm, type StoredFields } from './form';
export { linkTableOf, type Linked } from './linked';
export { createMediaForm } from './media-form';
export {
  planFields,
  readColumn,
  type ColumnField,
  type ComponentField,
  type Field,
  type RelationField,
} from './plan';
export { createFieldReader, type ReadFields } from './reader';
export { createRelatedRecords } from './related';
export { createFieldsSchema } from './schema';
export { fieldSettings } from './settings';
