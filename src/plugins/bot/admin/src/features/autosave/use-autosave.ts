import {
  unstable_useContentManagerContext as useContentManagerContext,
  useAuth,
  useForm,
  useQueryParams,
} from '@strapi/strapi/admin';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';

import { keepableOf, type Schemas } from './storable';
import { createKeeper } from './autosave';
import { createKeptCopy, type Kept, type Values } from './local-copies';
import { onSaved } from '../../core/content-manager/saves';

interface KeptText {
  /** What was typed earlier and not saved. */
  offer: Kept | undefined;
  putBack: () => void;
  throwAway: () => void;
}

const NO_SCHEMAS: Schemas = { attributes: {}, components: {} };

/** Keeps what is typed into the form around it until it is saved. */
export const useKeptText = (): KeptText => {
  const { pathname } = useLocation();
  const [{ query }] = useQueryParams<{ plugins?: { i18n?: { locale?: string } } }>();
  const person = useAuth('useKeptText', ({ user }) => user?.id);
  const { contentType, components } = useContentManagerContext();
  const values = useForm('useKeptText', (form) => form.values) as Values;
  const initialValues = useForm('useKeptText', (form) => form.initialValues) as Values;
  const isSubmitting = useForm('useKeptText', (form) => form.isSubmitting);
  const isShownOnly = useForm('useKeptText', (form) => form.disabled);
  const setValues = useForm('useKeptText', (form) => form.setValues);

  const address = `${pathname}?${query.plugins?.i18n?.locale ?? ''}`;
  const schemas: Schemas = useMemo(
    () =>
      contentType === undefined ? NO_SCHEMAS : { attributes: contentType.attributes, components },
    [contentType, components]
  );
  const keeper = useMemo(
    () =>
      createKeeper({
        copy: createKeptCopy(window.localStorage, String(person), address),
        keepable: keepableOf(schemas),
      }),
    [person, address, schemas]
  );
  const offer = useSyncExternalStore(keeper.subscribe, keeper.offer);

  useEffect(() => {
    if (!isShownOnly) {
      keeper.observe({ values, initialValues, isSubmitting });
    }
  }, [keeper, values, initialValues, isSubmitting, isShownOnly]);

  useEffect(
    () =>
      onSaved((path) => {
        if (path === pathname) keeper.saved();
      }),
    [keeper, pathname]
  );

  // The tab is closed, or the session has ended and the form goes.
  useEffect(() => {
    window.addEventListener('pagehide', keeper.flush);
    return () => {
      window.removeEventListener('pagehide', keeper.flush);
      keeper.flush();
    };
  }, [keeper]);

  return {
    offer: isShownOnly ? undefined : offer,
    putBack: () => setValues(keeper.takeOffer()),
    throwAway: keeper.dropOffer,
  };
};
