import { unstable_useContentManagerContext as useContentManagerContext } from '@strapi/strapi/admin';
import { Typography } from '@strapi/design-system';
import { useState } from 'react';
import { useIntl } from 'react-intl';

import { StatusInSight } from '../publications/list/sticky-status';
import { publicationAttributes } from '../../core/content-manager/panel-metadata';
import { text } from '../../core/texts/text';

import { readAgain } from '../../core/content-manager/refetch';
import { useNews } from './use-unread-changes';

/** What `GET /bot/news/:type` tells. */
interface Counts {
  latest: number;
  created: number;
  changed: number;
}

const Line = ({ model }: { model: string }) => {
  const intl = useIntl();
  const [seen, setSeen] = useState({ created: 0, changed: 0 });
  useNews<Counts>(`/bot/news/${model}`, ({ created, changed }) => {
    if (created + changed === 0) return;
    setSeen((before) => ({
      created: before.created + created,
      changed: before.changed + changed,
    }));
    readAgain(model);
  });

  const told = [
    seen.created > 0 && intl.formatMessage(text('news.new-works'), { count: seen.created }),
    seen.changed > 0 && intl.formatMessage(text('news.changed-works'), { count: seen.changed }),
  ].filter((one) => one !== false);
  return (
    <Typography role="status" variant="pi" textColor="neutral600">
      {told.join(', ')}
    </Typography>
  );
};

/** Over the list of publications: how many are new since it was opened. The list shows them. */
export const ListNews = () => {
  const { contentType, model } = useContentManagerContext();
  return publicationAttributes(contentType) === undefined ? null : (
    <>
      <StatusInSight />
      <Line key={model} model={model} />
    </>
  );
};
