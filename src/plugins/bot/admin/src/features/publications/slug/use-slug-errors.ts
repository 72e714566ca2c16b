import { useForm } from '@strapi/strapi/admin';
import { useEffect } from 'react';

import { text } from '../../../core/texts/texts';

import type { SlugForm } from './slug-form';

/** What Strapi lets a uid be, unless the attribute has a rule of its own. */
export const LETTERS = /^[A-Za-z0-9-_.~]*$/;
/** What the server says, `publications/slug/slug.ts`. */
const REFUSALS = new Map<unknown, ReturnType<typeof text>>([
  ['This slug is already taken by another work', text('slug.taken')],
  ['The site has something else under this slug', text('slug.reserved')],
]);
/** What is made of a regular expression that does not match. */
const RAW = /must match the following/;

const LETTERS_ONLY = text('slug.letters');

/** Says in words, and in the person's language, what is wrong with a slug, as it is typed. */
export const useSlugErrors = ({ names, attribute, slug }: SlugForm): void => {
  const { setErrors, ...form } = useForm('useSlugErrors', (one) => one);
  const errors = form.errors as Record<string, unknown>;
  const isWrong = attribute.regex === undefined && !LETTERS.test(slug);

  useEffect(() => {
    const { [names.slug]: own, ...others } = errors;
    const isSaid = Reflect.get(Object(own), 'id') === LETTERS_ONLY.id;
    const words = isWrong ? LETTERS_ONLY : REFUSALS.get(own);
    if (words !== undefined && !(isWrong && isSaid)) {
      setErrors({ ...others, [names.slug]: words });
    } else if (!isWrong && (isSaid || (typeof own === 'string' && RAW.test(own)))) {
      setErrors(others);
    }
  }, [errors, isWrong, names.slug, setErrors]);
};
