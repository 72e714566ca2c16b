import { Button, Typography } from '@strapi/design-system';
import { useState } from 'react';

import { useSiteState } from '../../core/bot-page/site-state';
import { Card } from '../../core/components/card';
import { PagedList, usePage } from '../../core/components/paged-list';
import { useAction } from '../../core/http/use-action';
import { VersionDialog } from '../versions/dialog';

import type { DeletedPage, DeletedText } from './answers';
import { DeletedItem } from './deleted-item';
import { useText } from './texts';

const ROOT = '/bot/versions/deleted';

/** Texts of publications that are deleted and not in the trash, to look at and to put back. */
export const DeletedTexts = ({ search }: { search: string }) => {
  const { say } = useText();
  const page = usePage<DeletedPage<DeletedText>>(ROOT, { search });
  const { run } = useAction(page.again);
  const { data: state } = useSiteState();
  const [shown, setShown] = useState<DeletedText>();
  const days = page.data?.days ?? 0;

  return (
    <Card title={say('page.texts.title')}>
      {days > 0 && (
        <Typography textColor="neutral600">{say('page.texts.says', { days })}</Typography>
      )}
      <PagedList
        page={page}
        none={say(days === 0 ? 'page.texts.off' : 'page.trash.none')}
        noneHere={say('page.texts.none-here')}
      >
        {(deleted: DeletedText) => (
          <DeletedItem deleted={deleted} address={ROOT} question="page.texts.delete.ask" run={run}>
            <Button size="S" variant="secondary" onClick={() => setShown(deleted)}>
              {say('page.texts.look')}
            </Button>
          </DeletedItem>
        )}
      </PagedList>
      {shown && state && (
        <VersionDialog
          model={state.contentType}
          documentId={shown.id}
          version={shown.version}
          close={() => setShown(undefined)}
        />
      )}
    </Card>
  );
};
