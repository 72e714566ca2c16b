import type { FileInTexts, ListedMaterial, Space, UnusedFile } from '@fleet-bot/protocol';
import { Box, Flex, Link, Typography } from '@strapi/design-system';
import { File as FileIcon } from '@strapi/icons';
import { useFetchClient } from '@strapi/strapi/admin';
import { NavLink } from 'react-router-dom';

import { ActionButton } from '../../core/components/action-button';
import { Card, Fact } from '../../core/components/card';
import { Hint } from '../../core/components/hint';
import { Item, List } from '../../core/components/item';
import { PagedList, usePage } from '../../core/components/paged-list';
import { PublicationLink } from '../../core/components/publication-link';
import { useAnswer } from '../../core/http/use-answer';
import { useText } from '../../core/texts/texts';

/** The width and height of a thumbnail, in pixels. */
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

/** The storage used by each type of file, and the largest files. */
const SpaceCard = () => {
  const { say, sayOf, size } = useText();
  const { data } = useAnswer<Space>('/bot/overview/space');
  if (data === undefined) return null;
  return (
    <Card title={say('page.space')}>
      {data.kinds.map(({ type, count, kilobytes }) => (
        <Fact key={type} name={sayOf('page.space', type ?? 'file')}>
          {say('page.space.files', { count, size: size(kilobytes) })}
        </Fact>
      ))}
      <Box>
        <Link tag={NavLink} to="?tab=trash">
          {say('page.space.trash')}
        </Link>
      </Box>
      <Typography tag="h3" variant="epsilon">
        {say('page.space.largest')}
      </Typography>
      <List>
        {data.largest.map((file) => (
          <Item
            key={file.id}
            picture={<Preview file={file} />}
            title={
              <Link tag={NavLink} to={`/plugins/upload?_q=${encodeURIComponent(file.name)}`}>
                {file.name}
              </Link>
            }
            said={size(file.kilobytes)}
          />
        ))}
      </List>
    </Card>
  );
};

const UNUSED = '/bot/overview/files';

/** Unused files, with buttons to keep or delete them. */
const UnusedFiles = () => {
  const { say, when, size } = useText();
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
              size(file.kilobytes),
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

/** Files that are used in texts by their URLs, and in no media field. */
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

/** The Files tab: unused files, files used only in texts, and storage space. */
export default function Files() {
  return (
    <>
      <UnusedFiles />
      <FilesInTexts />
      <SpaceCard />
    </>
  );
}
