import { useFetchClient, useForm, useQueryParams } from '@strapi/strapi/admin';
import { useEffect, useRef } from 'react';

import type { SlugForm } from './slug-form';

/** Milliseconds from the last keystroke to the request for a slug. */
const PAUSE = 300;

/**
 * Makes the slug of a new publication follow its title until the user types a slug. After the first save the slug
 * stays, as it is part of the public URL.
 */
export const useFollowingSlug = (form: SlugForm): void => {
  const { model, names, required, title, slug, isCopy, isNew } = form;
  const { post } = useFetchClient();
  const [{ query }] = useQueryParams<{ plugins?: { i18n?: { locale?: string } } }>();
  const { onChange, disabled } = useForm('useFollowingSlug', (one) => one);
  const locale = query.plugins?.i18n?.locale;
  const { slug: field, title: titleField } = names;

  /** The last generated slug. In the form of a duplicate, initially the slug of the original. */
  const proposed = useRef<string>();
  const current = useRef(slug);

  useEffect(() => {
    current.current = slug;
    const isFirst = proposed.current === undefined;
    // Strapi generates a slug itself if it is required, before there is a title.
    if (isFirst && (isCopy || (required === true && slug !== '' && title === ''))) {
      proposed.current = slug;
    }
  }, [slug, title, isCopy, required]);

  useEffect(() => {
    const isTyped = () => current.current !== '' && current.current !== proposed.current;
    if (!isNew || disabled || title.trim() === '' || isTyped()) return undefined;
    const requestSlug = async (): Promise<void> => {
      const { data } = await post<{ data: string }>(
        '/content-manager/uid/generate',
        { contentTypeUID: model, field, data: { id: '', [titleField]: title } },
        { params: { locale } }
      );
      if (!isTyped() && !isOver) {
        proposed.current = data.data;
        onChange(field, data.data);
      }
    };
    let isOver = false;
    // If the request fails, the slug stays empty and the server generates one with the save.
    const timer = setTimeout(() => void requestSlug().catch(() => undefined), PAUSE);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [title, isNew, disabled, model, field, titleField, locale, post, onChange]);
};
