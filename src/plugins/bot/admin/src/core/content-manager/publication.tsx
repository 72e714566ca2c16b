import type { PublicationFacts } from '@fleet-bot/protocol';
import { unstable_useContentManagerContext as useContentManagerContext } from '@strapi/strapi/admin';
import get from 'lodash/get';
import type { ComponentType } from 'react';

import { useAnswer } from '../http/use-answer';

/** The attributes of a content type that hold a publication, by what they hold. */
export interface PublicationAttributes {
  title: string;
  slug: string;
  body: string;
  media: string;
  /** The attribute that says in which language it is, if there is one. */
  language?: string;
  /** The path of a public page; `:slug`, `:id` and `:locale` are filled in. */
  addresses: string;
  /** Whether the site shows what is typed as its page; undefined where its text is written in Strapi's own field. */
  hasPreview?: boolean;
}

/** What the server has put into a content type for the panel; undefined if it holds no publications. */
export const publicationAttributes = (
  contentType: { pluginOptions?: object } | undefined
): PublicationAttributes | undefined => get(contentType, 'pluginOptions.bot.attributes');

export interface PublicationProps {
  model: string;
  /** Undefined of one that is not saved yet. */
  documentId: string | undefined;
  attributes: PublicationAttributes;
}

/** Whether this person may read the publication and not change it. */
export const useIsLocked = (model: string, documentId: string | undefined): boolean =>
  useAnswer<PublicationFacts | null>(documentId && `/bot/works/${model}/${documentId}`).data
    ?.canChange === false;

/** For the Content Manager: the component where a publication is edited, and where they are listed; else nothing. */
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
