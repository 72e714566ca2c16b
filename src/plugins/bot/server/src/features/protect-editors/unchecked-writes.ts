import type { Core } from '@strapi/strapi';

import { botConfig } from '../../core/config';
import { getSwitchesService } from '../../core/http';
import { protocolError } from '../../core/protocol/errors';
import { findEditorsWord } from '../changes';

/** Whether an administrator, or else the site's configuration, protects what editors do. */
export const protectsEditors = (strapi: Core.Strapi): boolean =>
  getSwitchesService(strapi).current().protectEditors ?? botConfig(strapi).protectEditors;

/** @throws `changed-by-editor` if an editor has changed the publication since the bot's last write */
export const assertNotChangedByEditor = async (strapi: Core.Strapi, id: string): Promise<void> => {
  const word = await findEditorsWord(strapi, id);
  if (word !== undefined) {
    throw protocolError('changed-by-editor', {
      message: `An editor has changed the publication at ${word.at.toISOString()}; with If-Match it can be done`,
      details: { changedAt: word.at.toISOString(), changedBy: word.name },
    });
  }
};
