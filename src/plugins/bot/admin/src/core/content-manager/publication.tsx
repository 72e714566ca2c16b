import type { PublicationFacts } from '@fleet-bot/protocol';
import { unstable_useContentManagerContext as useContentManagerContext } from '@strapi/strapi/admin';
import get from 'lodash/get';
import type { ComponentType } from 'react';

import { useAnswer } from '../http/use-answer';

/** The names of a publication's attributes, and settings of its Markdown field. */
export interface PublicationAttributes {
  title: string;
  slug: string;
  body: string;
  media: string;
  /** The attribute for the language of the text, if there is one. */
  language?: string;
  /** The pattern of the path of a public page, with `:slug`, `:id` and `:locale`. */
  addresses: string;
  /** Whether the site can show unsaved text as a page. Undefined if the form does not use the Markdown field. */
  hasPreview?: boolean;
}

/** The attributes that hold a publication, as set by the server. Undefined if the type holds no publications. */
export const publicationAttributes = (
  contentType: { pluginOptions?: object } | undefined
): PublicationAttributes | undefined => get(contentType, 'pluginOptions.bot.attributes');

export interface PublicationProps {
  model: string;
  /** The id of the document; undefined before the first save. */
  documentId: string | undefined;
  attributes: PublicationAttributes;
}

/** Whether the user may read the publication but not change it. */
export const useIsLocked = (model: string, documentId: string | undefined): boolean =>
  useAnswer<PublicationFacts | null>(documentId && `/bot/works/${model}/${documentId}`).data
    ?.canChange === false;

/** Renders a component only in the edit view and the list of publications. */
export const forPublications = (Component: ComponentType<PublicationProps>): ComponentType => {
  const ForPublications = () => {
    const { contentType, model, id } = useContentManagerContext();
    const attributes = publicationAttributes(contentType);
    return attributes === undefined ? null : (
      <Component key={`${model} ${id}`} model={model} documentId={id} attributes={attributes} />
    );
  };
  return ForPublications;
};
