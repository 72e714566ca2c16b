import type { Client } from '../../client';
import { BotError } from '../../http/errors';
import type { PublicationChange, UpdateOptions } from '../../resources/publications';

/** Whether the site rejects a change only because of its slug. */
const refusesSlug = (error: unknown): error is BotError => {
  if (!(error instanceof BotError)) return false;
  const { errors = [] } = error.details as { errors?: { path?: unknown[] }[] };
  return errors.length > 0 && errors.every(({ path }) => path?.[0] === 'slug');
};

/** Creates the write functions of an import. If the site rejects a slug, they repeat the write without it. */
export const createWrites = ({ publications }: Client) => {
  /** Changes a publication. @returns a warning if the slug was rejected; the publication keeps its slug */
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

  /** Creates a draft. If the slug is rejected, the site derives one from the title and a warning is returned. */
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
