/*
 * Relies on: the attribute `data-not-here-outer` of the note in the field of a uid of `@strapi/content-manager` 5.54, and
 * the server's messages in `publications/slug/slug.ts`.
 * Breaks if: the note or the messages change.
 * Checked by: `tests/panel/an-editors-day.long.test.ts`
 */
import { useForm } from '@strapi/strapi/admin';
import { useEffect } from 'react';
import { createGlobalStyle } from 'styled-components';

import { text } from '../../../core/texts/texts';

import { useSlugForm, type SlugForm } from './slug-form';
import { useFollowingSlug } from './use-following-slug';

/** Texts of the panel, keyed by the server's messages in `publications/slug/slug.ts`. */
const REFUSALS = new Map<unknown, ReturnType<typeof text>>([
  ['This slug is already taken by another work', text('slug.taken')],
  ['The site has something else under this slug', text('slug.reserved')],
]);
/** Matches Strapi's message for a value that does not fit a regular expression. */
const RAW = /must match the following/;

const LETTERS_ONLY = text('slug.letters');

/** Shows errors of the slug in the language of the panel while the user types. */
const useSlugErrors = ({ names, isIllegal }: SlugForm): void => {
  const { setErrors, ...form } = useForm('useSlugErrors', (one) => one);
  const errors = form.errors as Record<string, unknown>;

  useEffect(() => {
    const { [names.slug]: own, ...others } = errors;
    const isSaid = Reflect.get(Object(own), 'id') === LETTERS_ONLY.id;
    const words = isIllegal ? LETTERS_ONLY : REFUSALS.get(own);
    if (words !== undefined && !(isIllegal && isSaid)) {
      setErrors({ ...others, [names.slug]: words });
    } else if (!isIllegal && (isSaid || (typeof own === 'string' && RAW.test(own)))) {
      setErrors(others);
    }
  }, [errors, isIllegal, names.slug, setErrors]);
};

/**
 * Moves Strapi's note "Available" above the field, where the note does not cover the end of the slug. The attribute in
 * the selector is the only one by which CSS can find the note.
 */
const NoteAboveField = createGlobalStyle`
  input[name] + * [data-not-here-outer] {
    top: -3.2rem;
    inset-inline: auto 0;
    padding: 0;
  }
`;

const Rules = ({ form }: { form: SlugForm }) => {
  useFollowingSlug(form);
  useSlugErrors(form);
  return <NoteAboveField />;
};

/** Makes the slug of a publication follow its title, and shows errors of the slug. */
export const SlugRules = () => {
  const form = useSlugForm();
  return form === undefined ? null : <Rules form={form} />;
};
