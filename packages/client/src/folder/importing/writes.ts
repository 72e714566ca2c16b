import type { Client } from '../../client';
import { BotError } from '../../http/errors';
import type { PublicationChange, UpdateOptions } from '../../resources/publications';

/** True if the slug is the only part of a change that the site refuses. */
const refusesSlug = (error: unknown): error is BotError => {
  if (!(error instanceof BotError)) return false;
  const { errors = [] } = error.details as { errors?: { path?: unknown[] }[] };
  return errors.length > 0 && errors.every(({ path }) => path?.[0] === 'slug');
};

/** Writes of an import. A publication whose wanted slug is taken keeps the slug that it has. */
export const createWrites = ({ publications }: Client) => {
  /** @returns a warning if the slug is taken */
  const change = async (
    id: string,
    wanted: PublicationChange,
    options: UpdateOptions = {}
  ): Promise<string[]> => {
    if (!options.publish && Object.keys(wanted).length === 0) return [];
    try {
      await publications.update(id, wanted, options);
      return [];
    } catch (error) {
      if (!refusesSlug(error)) throw error;
      const { slug, ...rest } = wanted;
      return [`the address ${slug}: ${error.message}`, ...(await change(id, rest, options))];
    }
  };

  /** @returns a warning if the slug is taken; the site then makes one from the title */
  const create = async (title: string, externalId: string, wanted: PublicationChange) => {
    const { slug, ...rest } = wanted;
    const send = async (content: PublicationChange): Promise<string> =>
      (await publications.create({ ...content, title, externalId })).id;
    try {
      return { id: await send(wanted), warnings: [] };
    } catch (error) {
      if (slug === undefined || !refusesSlug(error)) throw error;
      return { id: await send(rest), warnings: [`the address ${slug}: ${error.message}`] };
    }
  };

  return { change, create };
};
