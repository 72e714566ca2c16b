import { createGlobalStyle } from 'styled-components';

import { useSlugForm, type SlugForm } from './slug-form';
import { useFollowingSlug } from './use-following-slug';
import { useSlugErrors } from './use-slug-errors';

/** Strapi writes "Available" over the end of the slug, by the only mark that its note has; here it stands above the field. */
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

/** Lets the slug of a publication follow its title, and says what is wrong with it. */
export const SlugRules = () => {
  const form = useSlugForm();
  return form === undefined ? null : <Rules form={form} />;
};
