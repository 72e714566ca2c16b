import type { FileInTexts, ListedMaterial, UnusedFile } from '@fleet-bot/protocol';
import { Flex } from '@strapi/design-system';
import { File as FileIcon } from '@strapi/icons';
import { useFetchClient } from '@strapi/strapi/admin';

import { ActionButton } from '../../core/components/action-button';
import { Card } from '../../core/components/card';
import { Hint } from '../../core/components/hint';
import { Item } from '../../core/components/item';
import { PagedList, usePage } from '../../core/components/paged-list';
import { PublicationLink } from '../../core/components/publication-link';

import { useText } from './texts';

/** Pixels of a side of a preview. */
const SIDE = 48;

const Preview = ({ file }: { file: ListedMaterial }) => (
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
const UnusedFiles = () => {
  const { say, when, number } = useText();
  const { post, del } = useFetchClient();
  const page = usePage<UnusedFile>(UNUSED);

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
              <ActionButton
                size="S"
                label={say('page.files.keep')}
                work={() => post(`${UNUSED}/${file.id}/keep`)}
                success={say('page.files.kept')}
                after={page.again}
              />
            )}
            <ActionButton
              size="S"
              variant="danger-light"
              label={say('page.delete')}
              question={say('page.files.delete.ask', { name: file.name })}
              work={() => del(`${UNUSED}/${file.id}`)}
              success={say('page.deleted')}
              after={page.again}
            />
          </Item>
        )}
      </PagedList>
    </Card>
  );
};

/** Files that texts show by their addresses, and nothing else has. */
const FilesInTexts = () => {
  const { say } = useText();
  const page = usePage<FileInTexts>('/bot/overview/files-in-texts');
  return (
    <Card title={say('page.files.in-texts')}>
      <Hint>{say('page.files.in-texts.says')}</Hint>
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

/** Files that nothing uses, and those that only texts use. */
export default function Files() {
  return (
    <>
      <UnusedFiles />
      <FilesInTexts />
    </>
  );
}
