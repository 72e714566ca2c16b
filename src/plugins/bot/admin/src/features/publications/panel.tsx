import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';

import { text } from '../../core/texts/text';
import { useTold } from '../../core/http/use-told';

import { WorkFacts } from './facts';
import type { Work } from './work';

interface PanelProps {
  documentId?: string;
  model: string;
  document?: { updatedAt?: string; publishedAt?: string | null };
}

interface Panel {
  title: string;
  content: ReactNode;
}

/** A box beside a publication: who has made it, where it is public, and its files. */
export const WorkPanel = ({ documentId, model, document }: PanelProps): Panel | null => {
  const intl = useIntl();
  const address = documentId && `/bot/works/${model}/${documentId}`;
  const work = useTold<Work>(address, `${document?.updatedAt} ${document?.publishedAt}`);
  return work === undefined
    ? null
    : {
        title: intl.formatMessage(text('work.title')),
        content: <WorkFacts documentId={String(documentId)} work={work} />,
      };
};
