import { useSlugForm, type SlugForm } from './slug-form';
import { useFollowingSlug } from './use-following-slug';
import { useSlugErrors } from './use-slug-errors';

const Rules = ({ form }: { form: SlugForm }) => {
  useFollowingSlug(form);
  useSlugErrors(form);
  return null;
};

/** Shows nothing; lets the slug of a publication follow its title, and says what is wrong with it. */
export const SlugRules = () => {
  const form = useSlugForm();
  return form === undefined ? null : <Rules form={form} />;
};
