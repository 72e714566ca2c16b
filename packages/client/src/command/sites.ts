import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';

import { parse } from 'yaml';
import { z } from 'zod';

import { createClient, type Client } from '../client';

/** What the person at the terminal has to set right; told in one line, and ends with 2. */
export class UsageError extends Error {}

export interface Site {
  name: string;
  address: string;
  token: string;
  client: Client;
}

export interface SiteOptions {
  site?: string;
  tokenFile?: string;
  fleet?: string;
  only?: string[];
}

const TOKEN_VARIABLE = 'BOT_API_TOKEN';
/** Rights of anybody but the owner of a file. */
const OF_OTHERS = 0o077;

const fleetSchema = z.strictObject({
  sites: z.record(
    z.string(),
    z
      .strictObject({
        address: z.url({ protocol: /^https?$/ }),
        tokenFrom: z.string().optional(),
        tokenFile: z.string().optional(),
      })
      .refine(
        ({ tokenFrom, tokenFile }) => (tokenFrom === undefined) !== (tokenFile === undefined),
        'needs either tokenFrom, the name of an environment variable, or tokenFile'
      )
  ),
});

const read = async (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: Error) => {
    throw new UsageError(error.message);
  });

/** Reads a token from a file that nobody else may read. */
const tokenIn = async (file: string): Promise<string> => {
  const token = (await read(file)).trim();
  const { mode } = await stat(file);
  if (process.platform !== 'win32' && (mode & OF_OTHERS) !== 0) {
    throw new UsageError(`${file} can be read by others: chmod 600 ${file}`);
  }
  return token;
};

const tokenFrom = (variable: string): string => {
  const token = process.env[variable];
  if (token === undefined || token === '') throw new UsageError(`${variable} is not set`);
  return token;
};

const siteOf = (name: string, address: string, token: string): Site => {
  if (!URL.canParse(address) || !/^https?:/i.test(address)) {
    throw new UsageError(`${address} is no address of a site`);
  }
  return { name, address, token, client: createClient({ address, token }) };
};

const readFleet = async (file: string, only?: string[]): Promise<Site[]> => {
  let sites: z.output<typeof fleetSchema>['sites'];
  try {
    ({ sites } = fleetSchema.parse(parse(await read(file))));
  } catch (error) {
    const said = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
    throw new UsageError(`${file}: ${said}`);
  }
  const unknown = only?.find((name) => !(name in sites));
  if (unknown !== undefined) throw new UsageError(`${file} has no site ${unknown}`);
  const chosen = Object.entries(sites).filter(([name]) => only?.includes(name) ?? true);
  return Promise.all(
    chosen.map(async ([name, { address, tokenFrom: variable, tokenFile = '' }]) => {
      const ownFile = path.resolve(path.dirname(file), tokenFile);
      const token = variable ? tokenFrom(variable) : await tokenIn(ownFile);
      return siteOf(name, address, token);
    })
  );
};

/** The sites that a command is for: one, or those of a fleet file. @throws UsageError */
export const sitesOf = async ({ site, tokenFile, fleet, only }: SiteOptions): Promise<Site[]> => {
  if (fleet !== undefined) return readFleet(fleet, only);
  const address = site ?? process.env.FLEET_BOT_SITE;
  if (address === undefined) {
    throw new UsageError('Which site? Give --site <address>, FLEET_BOT_SITE, or --fleet <file>.');
  }
  const token = tokenFile === undefined ? tokenFrom(TOKEN_VARIABLE) : await tokenIn(tokenFile);
  return [siteOf(address, address, token)];
};
