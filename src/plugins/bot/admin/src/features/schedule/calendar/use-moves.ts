import { useFetchClient } from '@strapi/strapi/admin';
import { useEffect, useRef, useState } from 'react';

import { useAction } from '../../../core/http/use-action';

import type { Moment } from './moments';

/** What was done last, for who does not see it. */
interface Said {
  what: 'moved' | 'past';
  title: string | null;
  at: number;
}

/** Moves that are shown at once, and saved one after the other. */
export const useMoves = (type: string, again: () => Promise<void>) => {
  const { put } = useFetchClient();
  const [moved, setMoved] = useState<ReadonlyMap<string, Date>>(new Map());
  const [said, setSaid] = useState<Said>();
  const { run } = useAction(async () => {
    await again();
    setMoved(new Map(waiting.current));
  });
  /** Times that are yet to be saved, the last one of each moment. */
  const waiting = useRef(new Map<string, Date>());
  const isSaving = useRef(false);
  const last = useRef<string>();

  // A moment that has gone to another day is another element; the keys go on with it.
  useEffect(() => {
    const handle = document.querySelector<HTMLElement>(`[data-moment="${last.current}"]`);
    if (last.current !== undefined && document.activeElement === document.body) handle?.focus();
  });

  const save = async (): Promise<void> => {
    isSaving.current = true;
    try {
      for (const [key, to] of waiting.current) {
        waiting.current.delete(key);
        const [id, which = ''] = key.split(' ');
        await put(`/bot/schedules/${type}/${id}`, { [which]: to });
      }
    } finally {
      isSaving.current = false;
    }
  };

  const move = ({ title, key }: Moment, to: Date): void => {
    const isPast = to < new Date();
    setSaid({ what: isPast ? 'past' : 'moved', title, at: to.getTime() });
    if (isPast) return;
    last.current = key;
    waiting.current.set(key, to);
    setMoved(new Map([...moved, [key, to]]));
    if (!isSaving.current) void run(save);
  };
  return { moved, move, said };
};
