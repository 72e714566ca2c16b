import {
  getFetchClient,
  unstable_useContentManagerContext as useContentManagerContext,
  useAuth,
  useForm,
  useQueryParams,
} from '@strapi/strapi/admin';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';

import type { Schemas, Values } from '../../core/content-manager/fields';
import { saved } from '../../core/content-manager/saves';

import { createAutosave } from './autosave';
import { createLocalCopy, type Unsaved } from './local-copies';
import { createRemoteCopy } from './remote-copy';
import { storableOf } from './storable';

const NO_SCHEMAS: Schemas = { attributes: {}, components: {} };

interface Answer {
  data: Unsaved | null;
  /** Whether Strapi keeps unsaved changes itself, as a later version may. */
  isLeftToStrapi: boolean;
}

/** Keeps unsaved changes of the surrounding form until they are saved. */
export const useAutosave = () => {
  const { pathname } = useLocation();
  const [{ query }] = useQueryParams<{ plugins?: { i18n?: { locale?: string } } }>();
  const person = useAuth('useAutosave', ({ user }) => user?.id);
  const { contentType, components } = useContentManagerContext();
  const { isSubmitting, setValues, ...form } = useForm('useAutosave', (one) => one);
  const [isLeftToStrapi, setIsLeftToStrapi] = useState(false);
  const disabled = form.disabled || isLeftToStrapi;
  const values = form.values as Values;
  const initialValues = form.initialValues as Values;

  const address = `${pathname}?${query.plugins?.i18n?.locale ?? ''}`;
  const schemas: Schemas = useMemo(
    () =>
      contentType === undefined ? NO_SCHEMAS : { attributes: contentType.attributes, components },
    [contentType, components]
  );
  const copy = useMemo(() => {
    // The client of the form's own hook aborts its requests when the form is closed.
    const { get, put } = getFetchClient();
    return createRemoteCopy(createLocalCopy(window.localStorage, String(person), address), {
      read: async () => {
        const { data } = await get<Answer>('/bot/unsaved', { params: { form: address } });
        setIsLeftToStrapi(data.isLeftToStrapi);
        return data.data ?? undefined;
      },
      write: (changed) => put('/bot/unsaved', { form: address, changed }),
    });
  }, [person, address]);
  const autosave = useMemo(
    () => createAutosave({ copy, storable: storableOf(schemas) }),
    [copy, schemas]
  );
  const offer = useSyncExternalStore(autosave.subscribe, autosave.offer);

  useEffect(() => {
    if (!disabled) autosave.observe({ values, initialValues, isSubmitting });
  }, [autosave, values, initialValues, isSubmitting, disabled]);

  useEffect(
    () =>
      saved.listen((path) => {
        if (path === pathname) autosave.saved();
      }),
    [autosave, pathname]
  );

  const isKnown = contentType !== undefined && !disabled;
  useEffect(() => {
    if (!isKnown) return;
    void copy.findNewer().then((stored) => stored && autosave.found(stored));
  }, [copy, autosave, isKnown]);

  // Runs when the tab is closed, or when the form closes because the session has expired.
  useEffect(() => {
    const flush = (): void => {
      autosave.flush();
      copy.end();
    };
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [autosave, copy]);

  return {
    offer: disabled ? undefined : offer,
    restore: () => setValues(autosave.takeOffer()),
    discard: autosave.dropOffer,
  };
};
