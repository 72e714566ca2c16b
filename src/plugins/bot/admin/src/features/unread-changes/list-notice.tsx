import { Typography } from '@strapi/design-system';
import { useEffect, useState } from 'react';

import type { PublicationProps } from '../../core/content-manager/publication';
import { refetch } from '../../core/content-manager/panel-store';
import { useText } from '../../core/texts/texts';

import { useUnreadChanges } from './use-unread-changes';

/** The answer of `GET /bot/unread-changes/:type`. */
interface Counts {
  latest: number;
  created: number;
  changed: number;
}

/**
 * A notice above the list of publications: how many publications were created or changed since the list was opened.
 * Reloads the list.
 */
export const ListNotice = ({ model }: PublicationProps) => {
  const { t } = useText();
  const [seen, setSeen] = useState({ created: 0, changed: 0 });
  useUnreadChanges<Counts>(`/bot/unread-changes/${model}`, ({ created, changed }) => {
    if (created + changed === 0) return;
    setSeen({ created: seen.created + created, changed: seen.changed + changed });
    refetch(model);
  });
  // The panel caches a list for a minute after it is closed, and would show the old one again.
  useEffect(() => () => refetch(model), [model]);

  const notices = [
    seen.created > 0 && t('unread-changes.new-works', { count: seen.created }),
    seen.changed > 0 && t('unread-changes.changed-works', { count: seen.changed }),
  ];
  return (
    <Typography role="status" variant="pi" textColor="neutral600">
      {notices.filter(Boolean).join(', ')}
    </Typography>
  );
};
