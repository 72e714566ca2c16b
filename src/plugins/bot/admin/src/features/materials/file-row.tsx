import { Box, Flex, Typography } from '@strapi/design-system';
import { File as FileIcon } from '@strapi/icons';
import type { ReactNode } from 'react';

/** A file of the Media Library, as the Bot page shows it. */
export interface ListedFile {
  id: string;
  name: string;
  type: 'image' | 'video' | 'file';
  url: string;
  kilobytes: number;
  createdAt: string;
}

/** Pixels of a side of a preview. */
const SIDE = 48;

const Preview = ({ type, url }: ListedFile) => (
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

interface Props {
  file: ListedFile;
  /** What is said of it under its name. */
  said: ReactNode;
  /** What can be done with it. */
  children?: ReactNode;
}

/** A line of a list of files. */
export const FileRow = ({ file, said, children }: Props) => (
  <Flex tag="li" justifyContent="space-between" gap={3} wrap="wrap">
    <Flex gap={3} style={{ overflowWrap: 'anywhere', minWidth: 0 }}>
      <Preview {...file} />
      <Box style={{ minWidth: 0 }}>
        <Typography tag="p" fontWeight="bold">
          {file.name}
        </Typography>
        <Typography tag="p" variant="pi" textColor="neutral600">
          {said}
        </Typography>
      </Box>
    </Flex>
    <Flex gap={2}>{children}</Flex>
  </Flex>
);
