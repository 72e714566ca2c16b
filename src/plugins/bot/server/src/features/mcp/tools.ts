import { bytesInMemory, digestOf } from '@fleet-bot/media';
import { schedule, uploadTexts, type OperationId } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { z } from 'zod';

import { asForm } from '../../core/http';
import type { ToolAnnotations } from '../../core/strapi/agents';
import { readableChanges } from '../changes';

import * as may from './permissions';

/** A tool for agents. Properties that are absent come from its operation. */
export interface Tool {
  operation: OperationId;
  /** Description of the tool. A function can mention the MCP tool with which Strapi publishes: its name is the argument. */
  description?: string | ((publishTool: string) => string);
  /** Name of a feature that the site must have for this tool. */
  feature?: string;
  annotations?: Partial<ToolAnnotations>;
  /** Schema of the tool's arguments, in place of the operation's body. */
  input?: z.ZodRawShape;
  /** Converts the arguments to the operation's body. */
  body?: (requested: may.Arguments) => unknown;
  allow: may.Allow;
  /** Filters the items of the answer to those that the agent may read. */
  readable?: (strapi: Core.Strapi, ctx: Context, items: never) => Promise<object[]>;
}

/** Converts the arguments of an upload to a form with one file. */
const formOf = ({ base64, fileName, ...texts }: may.Arguments) => {
  const bytes = Buffer.from(String(base64), 'base64');
  const file = { name: String(fileName), bytes: bytesInMemory(bytes, digestOf(bytes)) };
  const fields = Object.entries(texts).map(([field, value]) => ({ field, value: String(value) }));
  return asForm({ files: [{ field: 'file', file }], fields });
};

/** Instructions that agents get before their first call. @param publishTool name of Strapi's tool that publishes */
export const instructionsFor = (publishTool: string): string =>
  [
    'Tools that begin with bot_ work on the publications of this site and on the materials (files) that they show.',
    'Store files with bot_upload_material or bot_fetch_material, and give their ids as media to bot_create_publication.',
    `What it creates is a draft: ${publishTool} publishes it, bot_schedule_publication at a time.`,
    'Where a tool takes an idempotencyKey, use a new one for each thing to do, and the same one to try again.',
    'A list has the next page if next is not null: give it as cursor, or as after to bot_list_changes.',
  ].join(' ');

/**
 * Tools that Strapi's MCP server lacks, keyed by name. Strapi's own tools create, change, publish and delete documents.
 */
export const TOOLS: Readonly<Record<string, Tool>> = {
  bot_upload_material: {
    operation: 'uploadMaterial',
    description:
      'Stores a file; its id is for the media of a publication. Say in alternativeText what a picture shows.',
    input: {
      base64: z.base64().min(1).describe('The bytes of the file'),
      fileName: z.string().default('').describe('With its extension'),
      ...uploadTexts.shape,
    },
    body: formOf,
    allow: may.upload,
  },
  bot_fetch_material: {
    operation: 'uploadMaterial',
    description: 'As bot_upload_material, of a file that the site fetches from an address.',
    feature: 'fetch-by-address',
    annotations: { openWorldHint: true },
    allow: may.upload,
  },
  bot_create_publication: {
    operation: 'createPublication',
    description: (publishTool) =>
      `Creates a draft. ${publishTool} publishes it now, bot_schedule_publication later. A retry makes a second draft, unless it has the same idempotencyKey or externalId.`,
    allow: may.create,
  },
  bot_schedule_publication: {
    operation: 'changePublication',
    description: 'Says when a draft is published, and when it is taken back; null for never.',
    feature: 'schedule',
    annotations: { destructiveHint: true, idempotentHint: true },
    input: schedule.partial().shape,
    allow: may.schedule,
  },
  bot_preview_publication: { operation: 'previewPublication', allow: may.readWhole },
  bot_find_publications: { operation: 'listPublications', allow: may.find, readable: may.readable },
  bot_list_changes: { operation: 'listChanges', allow: may.read, readable: readableChanges },
  bot_restore_publication: {
    operation: 'restorePublication',
    annotations: { idempotentHint: true },
    allow: may.restore,
  },
};
