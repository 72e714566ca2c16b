import { Box, Button, Flex, ProgressBar, Typography } from '@strapi/design-system';
import { useState, type KeyboardEvent } from 'react';

import { TextField } from '../../../core/components/text-field';
import { FlexColumn } from '../../../core/components/flex-column';
import { backendAddress } from '../../../core/http/backend';
import { writeAlternativeText } from '../../../core/http/alternative-text';
import { useText } from '../../../core/texts/texts';
import type { StoredFile, Upload } from './use-uploads';

/** The height of a thumbnail, in pixels. */
const SIDE = 40;

interface AlternativeTextProps {
  file: StoredFile;
  /** Called with the alternative text after each keystroke, so that the publication's text shows it at once. */
  onType: (words: string) => void;
  onDone: () => void;
}

/** An input for the alternative text of an image, which saves it to the Media Library too. */
const AlternativeText = ({ file, onType, onDone }: AlternativeTextProps) => {
  const { t } = useText();
  const [typed, setTyped] = useState(file.alternativeText ?? '');

  const finish = async (words: string): Promise<void> => {
    onType(words);
    // A user without permission to edit files keeps the alternative text in the text only.
    if (words !== '') await writeAlternativeText(file.id, words).catch(() => undefined);
    onDone();
  };
  return (
    <Flex gap={2} alignItems="flex-end" wrap="wrap">
      {/* File names of pasted images are meaningless as alternative texts. */}
      <img src={backendAddress(file.url)} alt="" height={SIDE} style={{ maxWidth: 2 * SIDE }} />
      <Box flex="1 1 20rem">
        <TextField
          name={`picture-${file.id}`}
          label={t('writing.files.alt', { name: file.name })}
          value={typed}
          onKeyDown={(event: KeyboardEvent) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            void finish(typed.trim());
          }}
          onChange={(words) => {
            setTyped(words);
            onType(words.trim());
          }}
        />
      </Box>
      <Button variant="secondary" disabled={!typed.trim()} onClick={() => finish(typed.trim())}>
        {t('writing.files.done')}
      </Button>
      <Button variant="tertiary" onClick={() => finish('')}>
        {t('writing.files.decorative')}
      </Button>
    </Flex>
  );
};

interface Props {
  uploads: readonly Upload[];
  onAlternativeText: (file: StoredFile, words: string) => void;
  onRetry: (upload: Upload) => void;
  onRemove: (upload: Upload) => void;
}

/** Shows the progress of uploads, and inputs for missing alternative texts. */
export const Files = ({ uploads, onAlternativeText, onRetry, onRemove }: Props) => {
  const { t } = useText();
  const shown = uploads.filter(({ stored }) => stored === undefined || /^image/.test(stored.mime));
  if (shown.length === 0) return null;
  return (
    <FlexColumn
      tag="ul"
      aria-label={t('writing.files')}
      gap={3}
      padding={3}
      background="neutral100"
    >
      {shown.map((upload) => {
        const { id, state, percent, stored, reason = '' } = upload;
        const { name } = upload.file;
        return (
          <li key={id}>
            {stored && (
              <AlternativeText
                file={stored}
                onType={(words) => onAlternativeText(stored, words)}
                onDone={() => onRemove(upload)}
              />
            )}
            {state === 'waiting' && <Typography>{t('writing.files.waiting', { name })}</Typography>}
            {state === 'sending' && (
              <FlexColumn gap={1}>
                <Typography>{t('writing.files.sending', { name, percent })}</Typography>
                <ProgressBar value={percent} size="S" aria-label={name} />
              </FlexColumn>
            )}
            {state === 'failed' && (
              <Flex gap={2} wrap="wrap" role="alert">
                <Typography textColor="danger600">
                  {t('writing.files.failed', { name, reason })}
                </Typography>
                <Button variant="secondary" size="S" onClick={() => onRetry(upload)}>
                  {t('writing.files.retry')}
                </Button>
                <Button variant="tertiary" size="S" onClick={() => onRemove(upload)}>
                  {t('writing.files.remove')}
                </Button>
              </Flex>
            )}
          </li>
        );
      })}
    </FlexColumn>
  );
};
