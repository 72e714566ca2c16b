import isEqual from 'lodash/isEqual';

import type { Values } from '../../core/content-manager/fields';
import { createEvent } from '../../core/event';

import type { LocalCopy, Unsaved } from './local-copies';

/** A form as it is now. */
export interface Form {
  values: Values;
  initialValues: Values;
  isSubmitting: boolean;
}

interface Options {
  copy: LocalCopy;
  /** Leaves out what must not be stored. */
  storable: (changed: Values, initialValues: Values) => Values;
  /** Milliseconds from the last key to the copy. */
  delay?: number;
}

const differing = (values: Values, from: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => !isEqual(value, from[name])));

const isEmpty = (values: Values): boolean => Object.keys(values).length === 0;

/**
 * Looks at one form as it changes: keeps a copy of what was typed, and offers it when the form shows
 * something else without having been saved, or is opened again. Only what differs is kept, so that
 * putting it back leaves other fields as they have become.
 */
export const createAutosave = ({ copy, storable, delay = 400 }: Options) => {
  const offered = createEvent();
  let last: Form | undefined;
  let submitted: Values | undefined;
  let settled: Values | undefined;
  /** What is typed and not saved; kept already unless the timer runs. */
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

  /** What is offered stays in the copy: it may yet be wanted. */
  const all = (): Values => ({ ...offer?.changed, ...unsaved });

  const flush = (): void => {
    if (timer !== undefined) {
      cancel();
      copy.write(all());
    }
  };

  const begin = ({ values }: Form): void => {
    const kept = copy.read();
    if (kept === undefined) return;
    const changed = differing(kept.changed, values);
    if (isEmpty(changed)) {
      copy.remove();
    } else {
      setOffer({ ...kept, changed });
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
    /** To be called with each change of the form. */
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
          // Another state of the document came into the form.
          cancel();
          const kept = copy.write(all());
          unsaved = undefined;
          setOffer(kept);
        }
      }
    },

    /** To be called when the form's content has been saved. What was typed meanwhile is not. */
    saved(): void {
      if (submitted === undefined || !isEqual(last?.values, submitted)) return;
      cancel();
      unsaved = undefined;
      settled = last?.values;
      copy.remove();
      setOffer(undefined);
    },

    /** Offers what was kept elsewhere; what is typed here since goes before. */
    found(kept: Unsaved): void {
      const changed = differing({ ...kept.changed, ...unsaved }, last?.values ?? {});
      if (!isEmpty(changed) && !isEqual(changed, offer?.changed)) setOffer({ ...kept, changed });
    },

    offer: (): Unsaved | undefined => offer,

    /** The form's values with what is offered in them; it is offered no more. */
    takeOffer(): Values {
      const values = { ...last?.values, ...offer?.changed };
      setOffer(undefined);
      return values;
    },

    /** Throws away what is offered. */
    dropOffer: (): void => {
      setOffer(undefined);
      if (unsaved === undefined) {
        copy.remove();
      } else {
        copy.write(unsaved);
      }
    },

    /** Keeps what was typed just now. */
    flush,

    subscribe: offered.listen,
  };
};
