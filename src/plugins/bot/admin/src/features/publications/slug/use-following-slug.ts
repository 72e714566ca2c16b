import { useFetchClient, useForm, useQueryParams } from '@strapi/strapi/admin';
import { useEffect, useRef } from 'react';

import type { SlugForm } from './slug-form';

/** Milliseconds from the last key to the question for a slug. */
const PAUSE = 300;

/**
 * Lets the slug of a new publication follow its title as it is typed, until somebody types a slug.
 * Later it stays, as its address does.
 */
export const useFollowingSlug = (form: SlugForm): void => {
  const { model, names, required, title, slug, isCopy, isNew } = form;
  const { post } = useFetchClient();
  const [{ query }] = useQueryParams<{ plugins?: { i18n?: { locale?: string } } }>();
  const { onChange, disabled } = useForm('useFollowingSlug', (one) => one);
  const locale = query.plugins?.i18n?.locale;
  const { slug: field, title: titleField } = names;

  /** The slug that nobody has typed; a copy begins with that of its original. */
  const proposed = useRef<string>();
  const current = useRef(slug);

  useEffect(() => {
    current.current = slug;
    const isFirst = proposed.current === undefined;
    // Strapi proposes one by itself where it is required, before there is a title.
    if (isFirst && (isCopy || (required === true && slug !== '' && title === ''))) {
      proposed.current = slug;
    }
  }, [slug, title, isCopy, required]);

  useEffect(() => {
    const isTyped = () => current.current !== '' && current.current !== proposed.current;
    if (!isNew || disabled || title.trim() === '' || isTyped()) return undefined;
    const ask = async (): Promise<void> => {
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
    // Without an answer there is no slug here, and the site makes one when it saves.
    const timer = setTimeout(() => void ask().catch(() => undefined), PAUSE);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [title, isNew, disabled, model, field, titleField, locale, post, onChange]);
};
