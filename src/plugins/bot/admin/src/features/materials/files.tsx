import type { FileInTexts, ListedMaterial, Space, UnusedFile } from '@fleet-bot/protocol';
import { Box, Flex, Link, Typography } from '@strapi/design-system';
import { File as FileIcon } from '@strapi/icons';
import { useFetchClient } from '@strapi/strapi/admin';
import { NavLink } from 'react-router-dom';

import { ActionButton } from '../../core/components/action-button';
import { Card, Fact } from '../../core/components/card';
import { SecondaryTypography } from '../../core/components/secondary-typography';
import { ListItem, List } from '../../core/components/list-item';
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
  const { t, tOf, formatSize } = useText();
  const { data } = useAnswer<Space>('/bot/overview/space');
  if (data === undefined) return null;
  return (
    <Card title={t('page.space')}>
      {data.kinds.map(({ type, count, kilobytes }) => (
        <Fact key={type} name={tOf('page.space', type ?? 'file')}>
          {t('page.space.files', { count, size: formatSize(kilobytes) })}
        </Fact>
      ))}
      <Box>
        <Link tag={NavLink} to="?tab=trash">
          {t('page.space.trash')}
        </Link>
      </Box>
      <Typography tag="h3" variant="epsilon">
        {t('page.space.largest')}
      </Typography>
      <List>
        {data.largest.map((file) => (
          <ListItem
            key={file.id}
            picture={<Preview file={file} />}
            title={
              <Link tag={NavLink} to={`/plugins/upload?_q=${encodeURIComponent(file.name)}`}>
                {file.name}
              </Link>
            }
            details={formatSize(file.kilobytes)}
          />
        ))}
      </List>
    </Card>
  );
};

const UNUSED = '/bot/overview/files';

/** Unused files, with buttons to keep or delete them. */
const UnusedFiles = () => {
  const { t, formatDateTime, formatSize } = useText();
  const { post, del } = useFetchClient();
  const page = usePage<UnusedFile>(UNUSED);

  return (
    <Card title={t('page.files.unused')}>
      <PagedList
        page={page}
        emptyText={t('page.files.none')}
        emptyPageText={t('page.files.none-here')}
      >
        {(file: UnusedFile) => (
          <ListItem
            title={file.name}
            picture={<Preview file={file} />}
            details={[
              formatSize(file.kilobytes),
              t('page.files.since', { at: formatDateTime(file.createdAt) }),
              file.removedAt === null
                ? t('page.files.no-removal')
                : t('page.files.removal', { at: formatDateTime(file.removedAt) }),
            ]}
          >
            {file.removedAt !== null && (
              <ActionButton
                size="S"
                label={t('page.files.keep')}
                request={() => post(`${UNUSED}/${file.id}/keep`)}
                successMessage={t('page.files.kept')}
                onSettled={page.reload}
              />
            )}
            <ActionButton
              size="S"
              variant="danger-light"
              label={t('page.delete')}
              confirmation={t('page.files.delete.ask', { name: file.name })}
              request={() => del(`${UNUSED}/${file.id}`)}
              successMessage={t('page.deleted')}
              onSettled={page.reload}
            />
          </ListItem>
        )}
      </PagedList>
    </Card>
  );
};

/** Files that are used in texts by their URLs, and in no media field. */
const FilesInTexts = () => {
  const { t } = useText();
  const page = usePage<FileInTexts>('/bot/overview/files-in-texts');
  return (
    <Card title={t('page.files.in-texts')}>
      <SecondaryTypography>{t('page.files.in-texts.says')}</SecondaryTypography>
      <PagedList
        page={page}
        emptyText={t('page.files.in-texts.none')}
        emptyPageText={t('page.files.none-here')}
      >
        {(file: FileInTexts) => (
          <ListItem
            title={file.name}
            picture={<Preview file={file} />}
            details={
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
