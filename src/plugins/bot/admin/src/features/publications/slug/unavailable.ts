/*
 * Leans on the endpoint `getAvailability` of `@strapi/content-manager` 5.54, which is not documented, and
 * on the arguments that its field of a uid asks it with. `tests/panel/an-editors-day.long.test.ts` notices a
 * change.
 */
import { adminApi, useQueryParams } from '@strapi/strapi/admin';

import { changeActions } from '../../../core/content-manager/actions';

import { useSlugForm } from './slug-form';

interface AvailabilityApi {
  endpoints: {
    getAvailability: {
      useQueryState(of: object, options: { skip: boolean }): { data?: { isAvailable: boolean } };
    };
  };
}

/** As Strapi's field of a uid makes the parameters that it asks with. */
const paramsOf = ({ plugins, ...query }: { plugins?: Record<string, object> }): object =>
  Object.assign({}, query, ...Object.values(plugins ?? {}));

/** Whether the field of the slug says "Unavailable", or that a slug may not have such letters, in the form of a publication of this type. */
const useUnavailableSlug = (model: string): boolean => {
  const { getAvailability } = (adminApi as unknown as AvailabilityApi).endpoints;
  const [{ query }] = useQueryParams<{ plugins?: Record<string, object> }>();
  const form = useSlugForm();
  const value = form?.slug.trim() ?? '';
  const isLooked =
    form !== undefined &&
    form.model === model &&
    value !== '' &&
    (form.isCopy || form.slug !== form.initialSlug);
  const { data } = getAvailability.useQueryState(
    { contentTypeUID: model, field: form?.names.slug, value, params: paramsOf(query) },
    { skip: !isLooked }
  );
  return form?.isIllegal || (isLooked && data?.isAvailable === false);
};

/** The same buttons, but those that save are not offered while the slug is unavailable, or is none. */
export const whileSlugIsFree = changeActions(['update', 'publish'], (description, { model }) => {
  const isUnavailable = useUnavailableSlug(model);
  return description && isUnavailable ? { ...description, disabled: true } : description;
});
