import { Flex, Link, Typography } from '@strapi/design-system';
import { useState } from 'react';
import { NavLink } from 'react-router-dom';

import { useText } from '../../core/texts/use-text';
import { Card } from '../../core/components/card';
import { Paging } from '../../core/components/paging';
import { usePolled } from '../../core/http/use-polled';

import { FileRow, type ListedFile } from './file-row';

interface FileInTexts extends ListedFile {
  works: { id: string; title: string }[];
}

interface FilesInTexts {
  contentType: string;
  items: FileInTexts[];
  next: number | null;
}

const ROOT = '/bot/overview/files-in-texts';

/** Files that texts show by their addresses, and nothing else has. */
export const FilesInTextsCard = () => {
  const { say } = useText();
  const [before, setBefore] = useState<number>();
  const address = before === undefined ? ROOT : `${ROOT}?before=${before}`;
  const { data, failed } = usePolled<FilesInTexts>(address, 30);
  return (
    <Card title={say('page.files.in-texts')}>
      <Typography textColor="neutral600">{say('page.files.in-texts.says')}</Typography>
      {failed && <Typography role="alert">{say('page.failed')}</Typography>}
      {data?.items.length === 0 && (
        <Typography>
          {say(data.next === null ? 'page.files.in-texts.none' : 'page.files.none-here')}
        </Typography>
      )}
      <Flex tag="ul" direction="column" alignItems="stretch" gap={4}>
        {data?.items.map((file) => (
          <FileRow
            key={file.id}
            file={file}
            said={
              <Flex tag="span" gap={2} wrap="wrap">
                {file.works.map(({ id, title }) => (
                  <Link
                    key={id}
                    tag={NavLink}
                    to={`/content-manager/collection-types/${data.contentType}/${id}`}
                  >
                    {title.trim() || say('page.untitled')}
                  </Link>
                ))}
              </Flex>
            }
          />
        ))}
      </Flex>
      <Paging before={before} next={data?.next} go={setBefore} />
    </Card>
  );
};
