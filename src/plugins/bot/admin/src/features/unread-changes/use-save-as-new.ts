import {
  unstable_useContentManagerContext as useContentManagerContext,
  unstable_useDocumentActions as useDocumentActions,
  useFetchClient,
  useForm,
} from '@strapi/strapi/admin';
import valueAt from 'lodash/get';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

import {
  filterFields,
  isRecord,
  SYSTEM_FIELDS,
  type Schemas,
  type Values,
} from '../../core/content-manager/fields';
import type { PublicationAttributes } from '../../core/content-manager/publication';
import { pathOf, saved } from '../../core/content-manager/saves';

/** Converts a form value to the value that Strapi's form sends. For a relation, this is the property `apiData`. */
const apiValueOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(apiValueOf);
  if (!isRecord(value)) return value;
  if ('apiData' in value) return value.apiData;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, apiValueOf(one)]));
};

/** Removes from form values everything that identifies the original document. */
const asNew = (values: Values, schemas: Schemas): Values => {
  const own = Object.entries(values).filter(
    ([name]) => name in schemas.attributes && !SYSTEM_FIELDS.has(name)
  );
  return filterFields(
    apiValueOf(Object.fromEntries(own)) as Values,
    schemas,
    (name) => name !== 'id'
  );
};

const idsIn = (media: unknown): number[] =>
  [media]
    .flat()
    .map((file: unknown) => Reflect.get(Object(file), 'id') as unknown)
    .filter((id): id is number => typeof id === 'number');

/** The document id in an answer `{ data: { documentId } }`; undefined for an error. */
const idOf = (answer: unknown): string | undefined => {
  const id: unknown = valueAt(answer, 'data.documentId');
  return typeof id === 'string' ? id : undefined;
};

/** Creates a new document from the form of a deleted document, and opens the new document. */
export const useSaveAsNew = ({ media }: PublicationAttributes) => {
  const { contentType, components, model, id, collectionType } = useContentManagerContext();
  const { get } = useFetchClient();
  const { create } = useDocumentActions();
  const navigate = useNavigate();
  const { search } = useLocation();
  const { values, setSubmitting } = useForm('useSaveAsNew', (form) => form);
  const [isSaving, setIsSaving] = useState(false);

  /** Keeps the ids of files that still exist. Files that only the deleted document used were deleted with it. */
  const existingOf = async (ids: number[]): Promise<number[]> => {
    if (ids.length === 0) return [];
    const { data } = await get<{ results: { id: number }[] }>('/upload/files', {
      params: { filters: { id: { $in: ids } }, pageSize: ids.length },
    });
    const existing = new Set(data.results.map((file) => file.id));
    return ids.filter((one) => existing.has(one));
  };

  const save = async (): Promise<void> => {
    setIsSaving(true);
    setSubmitting(true);
    try {
      const attributes = (contentType?.attributes ?? {}) as Schemas['attributes'];
      const data = asNew(values as Values, { attributes, components });
      const files = await existingOf(idsIn(data[media]));
      data[media] = Array.isArray(data[media]) ? files : (files[0] ?? null);
      const created = idOf(await create({ model }, data));
      if (created !== undefined) {
        saved.announce(pathOf({ collectionType, model, documentId: id }));
        const path = pathOf({ collectionType, model, documentId: created });
        navigate(path + search, { replace: true });
      }
    } finally {
      setSubmitting(false);
      setIsSaving(false);
    }
  };

  return { save, isSaving };
};
