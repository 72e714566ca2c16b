/*
 * Relies on: the undocumented endpoint `getAvailability` of `@strapi/content-manager` 5.54, and the arguments that the
 * field of a uid passes to it.
 * Breaks if: the endpoint gets another name, or the field passes other arguments.
 * Checked by: `tests/panel/an-editors-day.long.test.ts`
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

/**
 * Builds the parameters with which Strapi's uid field requests the availability of a slug, to find the cached answer.
 */
const paramsOf = ({ plugins, ...query }: { plugins?: Record<string, object> }): object =>
  Object.assign({}, query, ...Object.values(plugins ?? {}));

/** Whether the slug in the form of a publication of this type is taken or has invalid characters. */
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

/** Disables the save and publish buttons while the slug is unavailable or invalid. */
export const disableForUnavailableSlug = changeActions(
  ['update', 'publish'],
  (description, { model }) => {
    const isUnavailable = useUnavailableSlug(model);
    return description && isUnavailable ? { ...description, disabled: true } : description;
  }
);
