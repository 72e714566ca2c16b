import { Button, Flex, Typography } from '@strapi/design-system';
import { useFetchClient, useRBAC } from '@strapi/strapi/admin';
import { useState } from 'react';

import { PERMISSIONS } from '../../core/permissions';
import { RemovalsWidget } from '../removals/widget';
import { useText } from '../../core/texts/use-text';
import { AskFirst } from '../../core/components/confirm-button';
import { Card } from '../../core/components/card';
import { Paging } from '../../core/components/paging';
import { useAction } from '../../core/http/use-action';
import { usePolled } from '../../core/http/use-polled';

import { FileRow, type ListedFile } from './file-row';
import { FilesInTextsCard } from './files-in-texts';

interface UnusedFile extends ListedFile {
  removedAt: string | null;
}

interface UnusedFiles {
  items: UnusedFile[];
  next: number | null;
}

const ROOT = '/bot/overview/files';

const Unused = () => {
  const { say, when, number } = useText();
  const { post, del } = useFetchClient();
  const [before, setBefore] = useState<number>();
  const address = before === undefined ? ROOT : `${ROOT}?before=${before}`;
  const { data, failed, again } = usePolled<UnusedFiles>(address, 30);
  const { isBusy, run } = useAction(again);

  const said = ({ kilobytes, createdAt, removedAt }: UnusedFile): string =>
    [
      say('page.files.size', { kilobytes: number(kilobytes) }),
      say('page.files.since', { at: when(createdAt) }),
      removedAt === null
        ? say('page.files.stays')
        : say('page.files.goes', { at: when(removedAt) }),
    ].join(' · ');

  return (
    <Card title={say('page.files.unused')}>
      {failed && <Typography role="alert">{say('page.failed')}</Typography>}
      {data?.items.length === 0 && (
        <Typography>
          {say(data.next === null ? 'page.files.none' : 'page.files.none-here')}
        </Typography>
      )}
      <Flex tag="ul" direction="column" alignItems="stretch" gap={4}>
        {data?.items.map((file) => (
          <FileRow key={file.id} file={file} said={said(file)}>
            {file.removedAt !== null && (
              <Button
                size="S"
                variant="tertiary"
                disabled={isBusy}
                onClick={() =>
                  void run(() => post(`${ROOT}/${file.id}/keep`), say('page.files.kept'))
                }
              >
                {say('page.files.keep')}
              </Button>
            )}
            <AskFirst
              question={say('page.files.delete.ask', { name: file.name })}
              action={say('page.delete')}
              onConfirm={() => void run(() => del(`${ROOT}/${file.id}`), say('page.deleted'))}
            >
              {say('page.delete')}
            </AskFirst>
          </FileRow>
        ))}
      </Flex>
      <Paging before={before} next={data?.next} go={setBefore} />
    </Card>
  );
};

/** Files that nothing uses, those that only texts use, and those that storage has yet to forget. */
export const FilesTab = () => {
  const { say } = useText();
  const { allowedActions } = useRBAC([
    ...PERMISSIONS.materials,
    ...PERMISSIONS.removals,
  ] as Parameters<typeof useRBAC>[0]);
  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      {allowedActions.canMaterials && <Unused />}
      {allowedActions.canMaterials && <FilesInTextsCard />}
      {allowedActions.canRemovals && (
        <Card title={say('removals.title')}>
          <RemovalsWidget />
        </Card>
      )}
    </Flex>
  );
};
