import { useForm } from '@strapi/strapi/admin';
import { useEffect } from 'react';

import { text } from '../../../core/texts/text';

import type { SlugForm } from './slug-form';

/** What Strapi lets a uid be, unless the attribute has a rule of its own. */
const LETTERS = /^[A-Za-z0-9-_.~]*$/;
/** What the server says, `publications/slug/slug.ts`. */
const REFUSALS = new Map<unknown, ReturnType<typeof text>>([
  ['This slug is already taken by another work', text('slug.taken')],
  ['The site has something else under this slug', text('slug.reserved')],
]);
/** What is made of a regular expression that does not match. */
const RAW = /must match the following/;

const LETTERS_ONLY = text('slug.letters');

/** Says in words, and in the person's language, what is wrong with a slug, as it is typed. */
export const useSlugInWords = ({ names, attribute, slug }: SlugForm): void => {
  const errors = useForm('useSlugInWords', (form) => form.errors) as Record<string, unknown>;
  const setErrors = useForm('useSlugInWords', (form) => form.setErrors);
  const error = errors[names.slug];
  const isWrong = attribute.regex === undefined && !LETTERS.test(slug);

  useEffect(() => {
    const { [names.slug]: own, ...others } = errors;
    const said: unknown = Reflect.get(Object(own), 'id');
    if (isWrong && said !== LETTERS_ONLY.id) {
      setErrors({ ...others, [names.slug]: LETTERS_ONLY });
    } else if (
      !isWrong &&
      (said === LETTERS_ONLY.id || (typeof own === 'string' && RAW.test(own)))
    ) {
      setErrors(others);
    } else {
      const inWords = REFUSALS.get(own);
      if (inWords) setErrors({ ...others, [names.slug]: inWords });
    }
  }, [errors, error, isWrong, names.slug, setErrors]);
};
