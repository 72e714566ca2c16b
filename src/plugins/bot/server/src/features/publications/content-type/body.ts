import type { Core } from '@strapi/strapi';

import { botConfig } from '../../../core/config';
import { fromJson, type DatabaseJson } from '../../../core/database/connection';
import { blocksConverter, type Block } from '../../blocks';

import { findLibraryImages } from './library-images';

/** Converts the Markdown of a body to and from its form in the configured content type. */
export interface BodyForm {
  /** Converts Markdown to the value for the document service. */
  toStored: (body: string | null) => Promise<unknown>;
  /** Converts a body from its database column to the value for the document service. */
  fromColumn: (stored: unknown) => unknown;
  /** Converts a body from its database column to Markdown. */
  toMarkdown: (stored: unknown) => Promise<string | null>;
  /** Whether a body in Markdown equals the value in the body's database column. */
  isSame: (body: string | null, stored: unknown) => Promise<boolean>;
}

const asText: BodyForm = {
  toStored: (body) => Promise.resolve(body),
  fromColumn: (stored) => stored,
  toMarkdown: (stored) => Promise.resolve(stored as string | null),
  isSame: (body, stored) => Promise.resolve(body === stored),
};

const columnToBlocks = (stored: unknown): Block[] | null =>
  stored === null ? null : fromJson(stored as DatabaseJson<Block[] | null>);

const asBlocks = (strapi: Core.Strapi): BodyForm => {
  const toBlocks = async (body: string): Promise<Block[]> =>
    (await blocksConverter()).toBlocks(body, (urls) => findLibraryImages(strapi, urls));

  const form: BodyForm = {
    toStored: async (body) => (body === null ? null : toBlocks(body)),

    fromColumn: columnToBlocks,

    toMarkdown: async (stored) => {
      const blocks = columnToBlocks(stored);
      return blocks === null ? null : (await blocksConverter()).toMarkdown(blocks);
    },

    /**
     * Compares the sent and the stored body as Markdown, so that a body that was read and sent back counts as
     * unchanged.
     */
    async isSame(body, stored) {
      const known = await form.toMarkdown(stored);
      if (body === known || body === null || known === null) return body === known;
      return (await blocksConverter()).toMarkdown(await toBlocks(body)) === known;
    },
  };
  return form;
};

/**
 * Creates the converter for bodies in the content type, stored as Markdown or as blocks. Call this function after all
 * types are registered.
 */
export const createBodyForm = (strapi: Core.Strapi): BodyForm => {
  const { contentType, attributes } = botConfig(strapi);
  const model = strapi.getModel(contentType);
  const { type: stored }: { type: string } = Reflect.get(model.attributes, attributes.body);
  return stored === 'blocks' ? asBlocks(strapi) : asText;
};
