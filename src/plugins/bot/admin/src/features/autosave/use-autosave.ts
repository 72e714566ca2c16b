import {
  unstable_useContentManagerContext as useContentManagerContext,
  useAuth,
  useForm,
  useQueryParams,
} from '@strapi/strapi/admin';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';

import type { Schemas, Values } from '../../core/content-manager/fields';
import { saved } from '../../core/content-manager/saves';

import { createAutosave } from './autosave';
import { createLocalCopy } from './local-copies';
import { storableOf } from './storable';

const NO_SCHEMAS: Schemas = { attributes: {}, components: {} };

/** Keeps what is typed into the form around it until it is saved. */
export const useAutosave = () => {
  const { pathname } = useLocation();
  const [{ query }] = useQueryParams<{ plugins?: { i18n?: { locale?: string } } }>();
  const person = useAuth('useAutosave', ({ user }) => user?.id);
  const { contentType, components } = useContentManagerContext();
  const { isSubmitting, disabled, setValues, ...form } = useForm('useAutosave', (one) => one);
  const values = form.values as Values;
  const initialValues = form.initialValues as Values;

  const address = `${pathname}?${query.plugins?.i18n?.locale ?? ''}`;
  const schemas: Schemas = useMemo(
    () =>
      contentType === undefined ? NO_SCHEMAS : { attributes: contentType.attributes, components },
    [contentType, components]
  );
  const autosave = useMemo(
    () =>
      createAutosave({
        copy: createLocalCopy(window.localStorage, String(person), address),
        storable: storableOf(schemas),
      }),
    [person, address, schemas]
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

  // The tab is closed, or the session has ended and the form goes.
  useEffect(() => {
    window.addEventListener('pagehide', autosave.flush);
    return () => {
      window.removeEventListener('pagehide', autosave.flush);
      autosave.flush();
    };
  }, [autosave]);

  return {
    offer: disabled ? undefined : offer,
    restore: () => setValues(autosave.takeOffer()),
    discard: autosave.dropOffer,
  };
};
