import isEqual from 'lodash/isEqual';

import type { Values } from '../../core/content-manager/fields';
import { createEvent } from '../../core/event';

import type { LocalCopy, Unsaved } from './local-copies';

export interface Form {
  values: Values;
  initialValues: Values;
  isSubmitting: boolean;
}

interface Options {
  copy: LocalCopy;
  storable: (changed: Values, initialValues: Values) => Values;
  /** Milliseconds from the last keystroke until the unsaved changes are copied; 400 by default. */
  delay?: number;
}

const differing = (values: Values, from: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => !isEqual(value, from[name])));

const isEmpty = (values: Values): boolean => Object.keys(values).length === 0;

/**
 * Watches one form and keeps a copy of its unsaved changes. Offers the copy when the form is opened again, or when the
 * panel has replaced the unsaved values. Only changed fields are kept, so that restoring them does not overwrite other
 * fields.
 */
export const createAutosave = ({ copy, storable, delay = 400 }: Options) => {
  const offered = createEvent();
  let last: Form | undefined;
  let submitted: Values | undefined;
  let settled: Values | undefined;
  /**
   * Unsaved values of the form. The copy in the browser's storage already contains these values, unless `timer` is set.
   */
  let unsaved: Values | undefined;
  let offer: Unsaved | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const setOffer = (next: Unsaved | undefined): void => {
    offer = next;
    offered.announce();
  };

  const cancel = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };

  /** The fields to copy: unsaved values, and the values offered for restoring, which the user may still accept. */
  const all = (): Values => ({ ...offer?.changed, ...unsaved });

  const flush = (): void => {
    if (timer !== undefined) {
      cancel();
      copy.write(all());
    }
  };

  const begin = ({ values }: Form): void => {
    const stored = copy.read();
    if (stored === undefined) return;
    const changed = differing(stored.changed, values);
    if (isEmpty(changed)) {
      copy.remove();
    } else {
      setOffer({ ...stored, changed });
    }
  };

  const forget = (): void => {
    cancel();
    unsaved = undefined;
    if (offer === undefined) {
      copy.remove();
    } else {
      copy.write(offer.changed);
    }
  };

  return {
    /**
     * Copies unsaved values after a delay, and offers values that the form has lost. Must be called with each change of
     * the form.
     */
    observe(form: Form): void {
      const before = last;
      last = form;
      if (before === undefined) begin(form);
      if (form.isSubmitting !== before?.isSubmitting) {
        submitted = form.isSubmitting ? form.values : undefined;
      }
      if (form.values === settled) return;
      settled = undefined;

      const changed = storable(differing(form.values, form.initialValues), form.initialValues);
      if (!isEmpty(changed)) {
        unsaved = changed;
        cancel();
        timer = setTimeout(flush, delay);
      } else if (unsaved !== undefined) {
        if (before?.initialValues === form.initialValues) {
          forget();
        } else {
          // Another version of the document was loaded into the form.
          cancel();
          const stored = copy.write(all());
          unsaved = undefined;
          setOffer(stored);
        }
      }
    },

    /** Deletes the browser's copy of unsaved changes after a save, unless the user typed during the save. */
    saved(): void {
      if (submitted === undefined || !isEqual(last?.values, submitted)) return;
      cancel();
      unsaved = undefined;
      settled = last?.values;
      copy.remove();
      setOffer(undefined);
    },

    /** Offers unsaved changes that the server has stored. Newer values typed into this form take precedence. */
    found(stored: Unsaved): void {
      const changed = differing({ ...stored.changed, ...unsaved }, last?.values ?? {});
      if (!isEmpty(changed) && !isEqual(changed, offer?.changed)) setOffer({ ...stored, changed });
    },

    offer: (): Unsaved | undefined => offer,

    /** Accepts the unsaved changes offered for restoring. Returns the form's values with these changes. */
    takeOffer(): Values {
      const values = { ...last?.values, ...offer?.changed };
      setOffer(undefined);
      return values;
    },

    /** Discards the unsaved changes offered for restoring. */
    dropOffer: (): void => {
      setOffer(undefined);
      if (unsaved === undefined) {
        copy.remove();
      } else {
        copy.write(unsaved);
      }
    },

    /** Writes a pending copy of unsaved changes at once. */
    flush,

    subscribe: offered.listen,
  };
};
