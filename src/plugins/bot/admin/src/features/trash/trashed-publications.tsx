import { Button } from '@strapi/design-system';
import { useFetchClient } from '@strapi/strapi/admin';

import { Card } from '../../core/components/card';
import { PagedList, usePage } from '../../core/components/paged-list';
import { useAction } from '../../core/http/use-action';

import type { Deleted, DeletedPage, Restored } from './answers';
import { DeletedItem } from './deleted-item';
import { useText } from './texts';

const ROOT = '/bot/trash';

/** Publications in the trash, to be restored or deleted for good. */
export const TrashedPublications = ({ search }: { search: string }) => {
  const { say } = useText();
  const { post } = useFetchClient();
  const page = usePage<DeletedPage<Deleted>>(ROOT, { search });
  const { isBusy, run } = useAction(page.again);

  const restore = (id: string) =>
    run(
      () => post<{ data: Restored }>(`${ROOT}/${id}/restore`),
      ({ data: { data } }) =>
        data.formerSlug === null
          ? say('page.trash.restored')
          : say('page.trash.restored.elsewhere', { ...data, formerSlug: data.formerSlug })
    );

  return (
    <Card title={say('page.trash.title')}>
      <PagedList
        page={page}
        none={say(page.data?.days === 0 ? 'page.trash.off' : 'page.trash.none')}
      >
        {(deleted: Deleted) => (
          <DeletedItem deleted={deleted} address={ROOT} question="page.trash.delete.ask" run={run}>
            <Button
              size="S"
              variant="secondary"
              disabled={isBusy}
              onClick={() => restore(deleted.id)}
            >
              {say('page.trash.restore')}
            </Button>
          </DeletedItem>
        )}
      </PagedList>
    </Card>
  );
};
