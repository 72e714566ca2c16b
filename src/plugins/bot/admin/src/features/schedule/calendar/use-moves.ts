import { useFetchClient } from '@strapi/strapi/admin';
import { useEffect, useRef, useState } from 'react';

import { useAction } from '../../../core/http/use-action';

import type { ScheduledEvent } from './scheduled-events';

/** The last move of a scheduled event to another time, announced to screen readers. */
interface Announcement {
  what: 'moved' | 'past';
  title: string | null;
  at: number;
}

/** Shows moved events at once, and saves them one after the other. */
export const useMoves = (type: string, reload: () => Promise<void>) => {
  const { put } = useFetchClient();
  const [moved, setMoved] = useState<ReadonlyMap<string, Date>>(new Map());
  const [announcement, setSaid] = useState<Announcement>();
  const { run } = useAction(async () => {
    await reload();
    setMoved(new Map(waiting.current));
  });
  /** New times of moved events that are not saved yet. */
  const waiting = useRef(new Map<string, Date>());
  const isSaving = useRef(false);
  const last = useRef<string>();

  // An event on another day is a new element, so the focus of its handle is restored.
  useEffect(() => {
    const handle = document.querySelector<HTMLElement>(`[data-scheduled-event="${last.current}"]`);
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

  const move = ({ title, key }: ScheduledEvent, to: Date): void => {
    const isPast = to < new Date();
    setSaid({ what: isPast ? 'past' : 'moved', title, at: to.getTime() });
    if (isPast) return;
    last.current = key;
    waiting.current.set(key, to);
    setMoved(new Map([...moved, [key, to]]));
    if (!isSaving.current) void run(save);
  };
  return { moved, move, announcement };
};
