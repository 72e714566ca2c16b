import { Button, Flex, Typography } from '@strapi/design-system';
import { useFetchClient } from '@strapi/strapi/admin';
import { useState } from 'react';

import { useText } from '../../core/texts/use-text';
import { VersionDialog } from '../versions/dialog';
import { AskFirst } from '../../core/components/confirm-button';
import { Card } from '../../core/components/card';
import { Paging } from '../../core/components/paging';
import { useAction } from '../../core/http/use-action';
import { usePolled } from '../../core/http/use-polled';

import { deletedAddress } from './deleted-address';
import { DeletedRow, type Deleted } from './deleted-row';

/** Of the server's side, `versions/deleted.ts`. */
interface DeletedText extends Deleted {
  version: number;
}

interface DeletedTexts {
  /** For how many days a text is kept; 0 if none is. */
  days: number;
  items: DeletedText[];
  next: number | null;
}

const ROOT = '/bot/versions/deleted';

interface Props {
  search: string;
  contentType: string;
}

/** Texts of works that are gone and not in the trash, to look at and to put back. */
export const DeletedTexts = ({ search, contentType }: Props) => {
  const { say } = useText();
  const { del } = useFetchClient();
  const [before, setBefore] = useState<number>();
  const { data, failed, again } = usePolled<DeletedTexts>(deletedAddress(ROOT, search, before), 30);
  const { run } = useAction(again);
  const [shown, setShown] = useState<DeletedText>();

  return (
    <Card title={say('page.texts.title')}>
      {data !== undefined && (
        <Typography textColor="neutral600">
          {data.days === 0 ? say('page.texts.off') : say('page.texts.says', { days: data.days })}
        </Typography>
      )}
      {failed && <Typography role="alert">{say('page.failed')}</Typography>}
      {data?.items.length === 0 && data.days !== 0 && (
        <Typography>
          {say(data.next === null ? 'page.trash.none' : 'page.texts.none-here')}
        </Typography>
      )}
      <Flex tag="ul" direction="column" alignItems="stretch" gap={4}>
        {data?.items.map((text) => (
          <DeletedRow
            key={text.id}
            title={text.title?.trim() || say('page.untitled')}
            deleted={text}
          >
            <Button size="S" variant="secondary" onClick={() => setShown(text)}>
              {say('page.texts.look')}
            </Button>
            <AskFirst
              question={say('page.texts.delete.ask', { title: text.title ?? '' })}
              action={say('page.trash.delete')}
              onConfirm={() => void run(() => del(`${ROOT}/${text.id}`), say('page.deleted'))}
            >
              {say('page.trash.delete')}
            </AskFirst>
          </DeletedRow>
        ))}
      </Flex>
      <Paging before={before} next={data?.next} go={setBefore} />
      {shown && (
        <VersionDialog
          model={contentType}
          documentId={shown.id}
          version={shown.version}
          close={() => setShown(undefined)}
        />
      )}
    </Card>
  );
};
