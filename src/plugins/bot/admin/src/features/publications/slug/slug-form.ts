import {
  unstable_useContentManagerContext as useContentManagerContext,
  useForm,
} from '@strapi/strapi/admin';
import { useParams } from 'react-router-dom';

import { publicationAttributes } from '../../../core/content-manager/publication';

interface SlugAttribute {
  regex?: string;
  required?: boolean;
}

/** The slug in the form of a publication. */
export interface SlugForm {
  model: string;
  names: { title: string; slug: string };
  attribute: SlugAttribute;
  title: string;
  slug: string;
  initialSlug: string;
  /** Whether a copy of another publication is made. */
  isCopy: boolean;
  /** Whether it is saved for the first time. */
  isNew: boolean;
}

const textIn = (values: object, name: string): string => {
  const value: unknown = Reflect.get(values, name);
  return typeof value === 'string' ? value : '';
};

/** The slug of the publication that is edited here; undefined in the form of any other type. */
export const useSlugForm = (): SlugForm | undefined => {
  const { contentType, model, id } = useContentManagerContext();
  const { origin } = useParams();
  const values = useForm('useSlugForm', (form) => form.values);
  const initialValues = useForm('useSlugForm', (form) => form.initialValues);
  const names = publicationAttributes(contentType);
  if (contentType === undefined || names === undefined) return undefined;

  const isCopy = origin !== undefined;
  return {
    model,
    names,
    attribute: Object(Reflect.get(contentType.attributes, names.slug)) as SlugAttribute,
    title: textIn(values, names.title),
    slug: textIn(values, names.slug),
    initialSlug: textIn(initialValues, names.slug),
    isCopy,
    isNew: isCopy || id === undefined,
  };
};
