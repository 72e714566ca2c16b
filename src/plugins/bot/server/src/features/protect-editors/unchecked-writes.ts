import type { Core } from '@strapi/strapi';

import { botConfig } from '../../core/config';
import { getSwitchesService } from '../../core/http';
import { protocolError } from '../../core/protocol/errors';
import { findEditorChange } from '../changes';

/** Whether changes of editors are protected, by the panel's setting or else by the site's configuration. */
export const protectsEditors = (strapi: Core.Strapi): boolean =>
  getSwitchesService(strapi).current().protectEditors ?? botConfig(strapi).protectEditors;

/** Rejects a write if an editor has changed the publication since the bot's last write. @throws `changed-by-editor` */
export const assertNotChangedByEditor = async (strapi: Core.Strapi, id: string): Promise<void> => {
  const word = await findEditorChange(strapi, id);
  if (word !== undefined) {
    throw protocolError('changed-by-editor', {
      message: `An editor has changed the publication at ${word.at.toISOString()}; with If-Match it can be done`,
      details: { changedAt: word.at.toISOString(), changedBy: word.name },
    });
  }
};
