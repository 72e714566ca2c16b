import { Button, Flex, Typography } from '@strapi/design-system';
import { useFetchClient } from '@strapi/strapi/admin';
import { useState } from 'react';

import { useText } from '../../core/texts/use-text';
import { AskFirst } from '../../core/components/confirm-button';
import { Card } from '../../core/components/card';
import { Paging } from '../../core/components/paging';
import { useAction } from '../../core/http/use-action';
import { usePolled } from '../../core/http/use-polled';

import { deletedAddress } from './deleted-address';
import { DeletedRow, type Deleted } from './deleted-row';

interface Trash {
  /** For how many days something is kept; 0 if nothing is. */
  days: number;
  items: Deleted[];
  next: number | null;
}

interface Restored {
  slug: string;
  /** Null if it has the slug of before. */
  formerSlug: string | null;
}

const ROOT = '/bot/trash';

/** Works in the trash, to be restored or deleted for good. */
export const TrashedWorks = ({ search }: { search: string }) => {
  const { say } = useText();
  const { post, del } = useFetchClient();
  const [before, setBefore] = useState<number>();
  const { data, failed, again } = usePolled<Trash>(deletedAddress(ROOT, search, before), 30);
  const { isBusy, run } = useAction(again);

  const restore = async (id: string): Promise<string> => {
    const { data: answer } = await post<{ data: Restored }>(`${ROOT}/${id}/restore`);
    const { slug, formerSlug } = answer.data;
    return formerSlug === null
      ? say('page.trash.restored')
      : say('page.trash.restored.elsewhere', { slug, formerSlug });
  };

  return (
    <Card title={say('page.trash.title')}>
      {data?.days === 0 && <Typography>{say('page.trash.off')}</Typography>}
      {failed && <Typography role="alert">{say('page.failed')}</Typography>}
      {data?.days !== 0 && data?.items.length === 0 && (
        <Typography>{say('page.trash.none')}</Typography>
      )}
      <Flex tag="ul" direction="column" alignItems="stretch" gap={4}>
        {data?.items.map((work) => (
          <DeletedRow key={work.id} title={work.title ?? work.id} deleted={work}>
            <Button
              size="S"
              variant="secondary"
              disabled={isBusy}
              onClick={() =>
                void run(
                  () => restore(work.id),
                  (message) => message
                )
              }
            >
              {say('page.trash.restore')}
            </Button>
            <AskFirst
              question={say('page.trash.delete.ask', { title: work.title ?? work.id })}
              action={say('page.trash.delete')}
              onConfirm={() => void run(() => del(`${ROOT}/${work.id}`), say('page.deleted'))}
            >
              {say('page.trash.delete')}
            </AskFirst>
          </DeletedRow>
        ))}
      </Flex>
      <Paging before={before} next={data?.next} go={setBefore} />
    </Card>
  );
};
