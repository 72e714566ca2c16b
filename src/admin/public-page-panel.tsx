import { Flex, LinkButton, Typography } from '@strapi/design-system';
import { ExternalLink } from '@strapi/icons';
import { unstable_useDocument as useDocument } from '@strapi/strapi/admin';
import type { ReactNode } from 'react';

import { DraftLink } from './draft-link';

const WORK = 'api::work.work';

interface PanelProps {
  collectionType: string;
  documentId?: string;
  model: string;
}

interface Panel {
  title: string;
  content: ReactNode;
}

/**
 * A box beside a work that leads to its public page. It asks for the published version, because
 * the draft under the editor's hands may already have another slug.
 */
export const PublicPagePanel = ({
  collectionType,
  documentId,
  model,
}: PanelProps): Panel | null => {
  const isSavedWork = model === WORK && documentId !== undefined;
  const { document: published } = useDocument(
    { collectionType, model, documentId, params: { status: 'published' } },
    { skip: !isSavedWork }
  );
  if (!isSavedWork) return null;

  const { backendURL } = window.strapi as unknown as { backendURL: string };
  const slug: unknown = published?.publishedAt ? published.slug : undefined;
  return {
    title: 'Public page',
    content: (
      <Flex direction="column" alignItems="stretch" gap={2} width="100%">
        {typeof slug === 'string' ? (
          <LinkButton
            href={`${backendURL}/works/${slug}`}
            target="_blank"
            rel="noopener"
            variant="secondary"
            endIcon={<ExternalLink />}
            width="100%"
          >
            Open the page
          </LinkButton>
        ) : (
          <Typography textColor="neutral600">Readers see it once it is published.</Typography>
        )}
        <DraftLink model={model} documentId={documentId} />
      </Flex>
    ),
  };
};
