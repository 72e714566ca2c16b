import { Box, Button, Flex, Typography } from '@strapi/design-system';
import { File as FileIcon } from '@strapi/icons';
import { useFetchClient, useRBAC } from '@strapi/strapi/admin';
import { useState } from 'react';

import { PERMISSIONS } from '../../permissions';
import { RemovalsWidget } from '../../removals/widget';
import { useText } from '../../use-text';
import { AskFirst } from '../ask-first';
import { Card } from '../card';
import { Paging } from '../paging';
import { useAction } from '../use-action';
import { usePolled } from '../use-polled';

interface UnusedFile {
  id: string;
  name: string;
  type: 'image' | 'video' | 'file';
  url: string;
  kilobytes: number;
  createdAt: string;
  removedAt: string | null;
}

interface UnusedFiles {
  items: UnusedFile[];
  next: number | null;
}

const ROOT = '/bot/overview/files';
/** Pixels of a side of a preview. */
const SIDE = 48;

const Preview = ({ type, url }: UnusedFile) => (
  <Flex
    background="neutral150"
    hasRadius
    justifyContent="center"
    width={`${SIDE}px`}
    height={`${SIDE}px`}
    shrink={0}
    overflow="hidden"
  >
    {type === 'image' ? (
      <img
        src={url}
        alt=""
        loading="lazy"
        style={{ width: SIDE, height: SIDE, objectFit: 'cover' }}
      />
    ) : (
      <FileIcon aria-hidden />
    )}
  </Flex>
);

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
          <Flex tag="li" key={file.id} justifyContent="space-between" gap={3} wrap="wrap">
            <Flex gap={3} style={{ overflowWrap: 'anywhere', minWidth: 0 }}>
              <Preview {...file} />
              <Box style={{ minWidth: 0 }}>
                <Typography tag="p" fontWeight="bold">
                  {file.name}
                </Typography>
                <Typography tag="p" variant="pi" textColor="neutral600">
                  {said(file)}
                </Typography>
              </Box>
            </Flex>
            <Flex gap={2}>
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
            </Flex>
          </Flex>
        ))}
      </Flex>
      <Paging before={before} next={data?.next} go={setBefore} />
    </Card>
  );
};

/** Files that nothing uses, and those that storage has yet to forget. */
export const FilesTab = () => {
  const { say } = useText();
  const { allowedActions } = useRBAC([
    ...PERMISSIONS.materials,
    ...PERMISSIONS.removals,
  ] as Parameters<typeof useRBAC>[0]);
  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      {allowedActions.canMaterials && <Unused />}
      {allowedActions.canRemovals && (
        <Card title={say('removals.title')}>
          <RemovalsWidget />
        </Card>
      )}
    </Flex>
  );
};
