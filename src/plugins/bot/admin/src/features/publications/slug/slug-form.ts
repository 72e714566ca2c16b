import {
  unstable_useContentManagerContext as useContentManagerContext,
  useForm,
} from '@strapi/strapi/admin';
import { useParams } from 'react-router-dom';

import { publicationAttributes } from '../../../core/content-manager/publication';

const textIn = (values: object, name: string): string => {
  const value: unknown = Reflect.get(values, name);
  return typeof value === 'string' ? value : '';
};

/** The characters that Strapi allows in a uid, unless the attribute has its own `regex`. */
const LETTERS = /^[A-Za-z0-9-_.~]*$/;

/** The state of the slug in the form of a publication. Undefined in the form of any other type. */
export const useSlugForm = () => {
  const { contentType, model, id } = useContentManagerContext();
  const { origin } = useParams();
  const { values, initialValues } = useForm('useSlugForm', (form) => form);
  const names = publicationAttributes(contentType);
  if (contentType === undefined || names === undefined) return undefined;

  const isCopy = origin !== undefined;
  const attribute: unknown = Reflect.get(contentType.attributes, names.slug);
  const { regex, required } = Object(attribute) as { regex?: string; required?: boolean };
  const slug = textIn(values, names.slug);
  return {
    model,
    names,
    required,
    title: textIn(values, names.title),
    slug,
    isIllegal: regex === undefined && !LETTERS.test(slug),
    initialSlug: textIn(initialValues, names.slug),
    /** Whether the form duplicates another publication. */
    isCopy,
    /** Whether the entry has not been saved yet. */
    isNew: isCopy || id === undefined,
  };
};

export type SlugForm = NonNullable<ReturnType<typeof useSlugForm>>;
