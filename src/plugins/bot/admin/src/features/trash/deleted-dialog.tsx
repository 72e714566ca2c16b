import { Box, Loader, Typography } from '@strapi/design-system';
import type { ReactNode } from 'react';

import { useAnswer } from '../../core/http/use-answer';
import { ModalFrame } from '../../core/components/modal-frame';
import { Stack } from '../../core/components/stack';
import { useText } from '../../core/texts/texts';

import type { DeletedContent } from '@fleet-bot/protocol';

const Content = ({ title, body, media }: DeletedContent) => {
  const { say, list, titleOf } = useText();
  const namesOf = (isGone: boolean): string[] =>
    media.filter((file) => file.isGone === isGone).map(({ name }) => name);
  const [there, gone] = [namesOf(false), namesOf(true)];
  return (
    <Stack gap={4}>
      <Typography fontWeight="bold">{titleOf({ title })}</Typography>
      <Box borderColor="neutral200" hasRadius overflow="auto" maxHeight="40vh" tabIndex={0}>
        <Typography tag="div" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {body}
        </Typography>
      </Box>
      {there.length > 0 && (
        <Typography>{say('page.trash.media', { names: list(there) })}</Typography>
      )}
      {gone.length > 0 && (
        <Typography textColor="danger600">
          {say('page.trash.lost', { names: list(gone) })}
        </Typography>
      )}
    </Stack>
  );
};

interface Props {
  address: string;
  close: () => void;
  /** The button that restores it. */
  children: ReactNode;
}

/** Shows what a deleted publication says, with a way to restore it. */
export const DeletedDialog = ({ address, close, children }: Props) => {
  const { say } = useText();
  const { data } = useAnswer<DeletedContent>(address);
  return (
    <ModalFrame
      title={say('page.trash.title')}
      onClose={close}
      cancel={say('page.cancel')}
      footer={children}
    >
      {data === undefined ? <Loader>{say('page.loading')}</Loader> : <Content {...data} />}
    </ModalFrame>
  );
};
