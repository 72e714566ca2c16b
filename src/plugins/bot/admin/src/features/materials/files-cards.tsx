import { Button, Flex, Typography } from '@strapi/design-system';
import { File as FileIcon } from '@strapi/icons';
import { useFetchClient } from '@strapi/strapi/admin';

import { Card } from '../../core/components/card';
import { ConfirmButton } from '../../core/components/confirm-button';
import { Item } from '../../core/components/item';
import { PagedList, usePage } from '../../core/components/paged-list';
import { PublicationLink } from '../../core/components/publication-link';
import { useAction } from '../../core/http/use-action';

import type { FileInTexts, ListedFile, UnusedFile } from './answers';
import { useText } from './texts';

/** Pixels of a side of a preview. */
const SIDE = 48;

const Preview = ({ file }: { file: ListedFile }) => (
  <Flex
    background="neutral150"
    hasRadius
    justifyContent="center"
    width={`${SIDE}px`}
    height={`${SIDE}px`}
    shrink={0}
    overflow="hidden"
  >
    {file.type === 'image' ? (
      <img
        src={file.url}
        alt=""
        loading="lazy"
        style={{ width: SIDE, height: SIDE, objectFit: 'cover' }}
      />
    ) : (
      <FileIcon aria-hidden />
    )}
  </Flex>
);

const UNUSED = '/bot/overview/files';

/** Files that nothing uses, to keep or to delete. */
export const UnusedFilesCard = () => {
  const { say, when, number } = useText();
  const { post, del } = useFetchClient();
  const page = usePage<{ items: UnusedFile[]; next: number | null }>(UNUSED);
  const { isBusy, run } = useAction(page.again);

  return (
    <Card title={say('page.files.unused')}>
      <PagedList page={page} none={say('page.files.none')} noneHere={say('page.files.none-here')}>
        {(file: UnusedFile) => (
          <Item
            title={file.name}
            picture={<Preview file={file} />}
            said={[
              say('page.files.size', { kilobytes: number(file.kilobytes) }),
              say('page.files.since', { at: when(file.createdAt) }),
              file.removedAt === null
                ? say('page.files.stays')
                : say('page.files.goes', { at: when(file.removedAt) }),
            ]}
          >
            {file.removedAt !== null && (
              <Button
                size="S"
                variant="tertiary"
                disabled={isBusy}
                onClick={() => run(() => post(`${UNUSED}/${file.id}/keep`), say('page.files.kept'))}
              >
                {say('page.files.keep')}
              </Button>
            )}
            <ConfirmButton
              question={say('page.files.delete.ask', { name: file.name })}
              onConfirm={() => void run(() => del(`${UNUSED}/${file.id}`), say('page.deleted'))}
            >
              {say('page.delete')}
            </ConfirmButton>
          </Item>
        )}
      </PagedList>
    </Card>
  );
};

/** Files that texts show by their addresses, and nothing else has. */
export const FilesInTextsCard = () => {
  const { say } = useText();
  const page = usePage<{ items: FileInTexts[]; next: number | null }>(
    '/bot/overview/files-in-texts'
  );
  return (
    <Card title={say('page.files.in-texts')}>
      <Typography textColor="neutral600">{say('page.files.in-texts.says')}</Typography>
      <PagedList
        page={page}
        none={say('page.files.in-texts.none')}
        noneHere={say('page.files.none-here')}
      >
        {(file: FileInTexts) => (
          <Item
            title={file.name}
            picture={<Preview file={file} />}
            said={
              <Flex tag="span" gap={2} wrap="wrap">
                {file.works.map((work) => (
                  <PublicationLink key={work.id} {...work} />
                ))}
              </Flex>
            }
          />
        )}
      </PagedList>
    </Card>
  );
};
