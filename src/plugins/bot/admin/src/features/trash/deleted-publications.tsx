import { Typography } from '@strapi/design-system';
import { useFetchClient } from '@strapi/strapi/admin';
import { useState } from 'react';

import { Card } from '../../core/components/card';
import { PagedList, usePage } from '../../core/components/paged-list';
import { useAction } from '../../core/http/use-action';

import type { Deleted, DeletedPage, Restored } from './answers';
import { DeletedDialog } from './deleted-dialog';
import { DeletedItem } from './deleted-item';
import { useText } from './texts';

const ROOT = '/bot/trash';

/** Deleted publications, to be looked at, restored or deleted for good. */
export const DeletedPublications = ({ search }: { search: string }) => {
  const { say, list } = useText();
  const { post } = useFetchClient();
  const page = usePage<DeletedPage>(ROOT, { search });
  const action = useAction(page.again);
  const [shown, setShown] = useState<Deleted>();
  const { days = 0, textDays = 0 } = page.data ?? {};

  const told = ({ slug, formerSlug, lost }: Restored): string => {
    if (lost.length > 0) return say('page.trash.restored.draft', { names: list(lost) });
    return formerSlug === null
      ? say('page.trash.restored')
      : say('page.trash.restored.elsewhere', { slug, formerSlug });
  };
  const restore = ({ id }: Deleted): void => {
    setShown(undefined);
    void action.run(
      () => post<{ data: Restored }>(`${ROOT}/${id}/restore`),
      ({ data: { data } }) => told(data)
    );
  };

  return (
    <Card title={say('page.trash.title')}>
      {days > 0 && (
        <Typography textColor="neutral600">{say('page.trash.says', { days })}</Typography>
      )}
      {textDays > days && (
        <Typography textColor="neutral600">
          {say('page.trash.texts', { days: textDays })}
        </Typography>
      )}
      <PagedList
        page={page}
        none={say(days + textDays === 0 ? 'page.trash.off' : 'page.trash.none')}
      >
        {(deleted: Deleted) => (
          <DeletedItem
            deleted={deleted}
            address={`${ROOT}/${deleted.id}`}
            action={action}
            look={() => setShown(deleted)}
            restore={() => restore(deleted)}
          />
        )}
      </PagedList>
      {shown && (
        <DeletedDialog
          address={`${ROOT}/${shown.id}`}
          close={() => setShown(undefined)}
          restore={() => restore(shown)}
        />
      )}
    </Card>
  );
};
