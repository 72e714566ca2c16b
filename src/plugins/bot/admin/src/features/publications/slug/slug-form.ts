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

/** What Strapi lets a uid be, unless the attribute has a rule of its own. */
const LETTERS = /^[A-Za-z0-9-_.~]*$/;

/** The slug of the publication that is edited here; undefined in the form of any other type. */
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
    /** Whether a copy of another publication is made. */
    isCopy,
    /** Whether it is saved for the first time. */
    isNew: isCopy || id === undefined,
  };
};

export type SlugForm = NonNullable<ReturnType<typeof useSlugForm>>;
