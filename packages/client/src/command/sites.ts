import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';

import { parse } from 'yaml';
import { z } from 'zod';

import { createClient, type Client } from '../client';

import { createReporter, UsageError } from './output';

export interface Site {
  name: string;
  address: string;
  token: string;
  client: Client;
  report: ReturnType<typeof createReporter>;
}

/** A site whose token has not been read yet. A missing token is an error of this site only, not of the fleet. */
export interface SiteEntry {
  name: string;
  /** Reads the token and creates the client. @throws UsageError */
  open: () => Promise<Site>;
}

export interface SiteOptions {
  site?: string;
  tokenFile?: string;
  fleet?: string;
  only?: string[];
  /** Time limit in seconds for a call with all its attempts. */
  timeout?: number;
  /** Maximum number of attempts per call. */
  tries?: number;
}

/** Mask of the mode bits for group and others. */
const OF_OTHERS = 0o077;

const siteSchema = z
  .strictObject({
    address: z.url({ protocol: /^https?$/ }),
    tokenFrom: z.string().optional(),
    tokenFile: z.string().optional(),
  })
  .refine(
    ({ tokenFrom, tokenFile }) => (tokenFrom === undefined) !== (tokenFile === undefined),
    'needs either tokenFrom, the name of an environment variable, or tokenFile'
  );
const fleetSchema = z.strictObject({ sites: z.record(z.string(), siteSchema) });

/** Reads a token from a file. @throws UsageError if group or others have rights on the file (not on Windows) */
const tokenIn = async (file: string): Promise<string> => {
  const token = await readFile(file, 'utf8').catch((error: Error) => {
    throw new UsageError(error.message);
  });
  const { mode } = await stat(file);
  if (process.platform !== 'win32' && (mode & OF_OTHERS) !== 0) {
    throw new UsageError(`${file} can be read by others: chmod 600 ${file}`);
  }
  return token.trim();
};

const tokenFrom = (variable: string): string => {
  const token = process.env[variable];
  if (token === undefined || token === '') throw new UsageError(`${variable} is not set`);
  return token;
};

const siteOf = (site: Pick<Site, 'name' | 'address' | 'token'>, options: SiteOptions): Site => {
  const { name, address, token } = site;
  const { timeout, tries = Infinity } = options;
  if (!URL.canParse(address) || !/^https?:/i.test(address)) {
    throw new UsageError(`${address} is no address of a site`);
  }
  const report = createReporter(name);
  const limits = { tries, ...(timeout !== undefined && { within: timeout * 1_000 }) };
  const client = createClient({ address, token, patience: limits, onRetry: report.failing });
  return { ...site, client, report };
};

const readFleet = async (file: string, options: SiteOptions): Promise<SiteEntry[]> => {
  const { only } = options;
  let sites: z.output<typeof fleetSchema>['sites'];
  try {
    ({ sites } = fleetSchema.parse(parse(await readFile(file, 'utf8'))));
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
    throw new UsageError(`${file}: ${reason}`);
  }
  const unknown = only?.find((name) => !(name in sites));
  if (unknown !== undefined) throw new UsageError(`${file} has no site ${unknown}`);
  const chosen = Object.entries(sites).filter(([name]) => only?.includes(name) ?? true);
  return chosen.map(([name, { address, tokenFrom: variable, tokenFile = '' }]) => ({
    name,
    open: async () => {
      const ownFile = path.resolve(path.dirname(file), tokenFile);
      const token = variable ? tokenFrom(variable) : await tokenIn(ownFile);
      return siteOf({ name, address, token }, options);
    },
  }));
};

/** Sites that the options name: one site, or those of a fleet file. @throws UsageError */
export const sitesOf = async (options: SiteOptions): Promise<SiteEntry[]> => {
  const { site, tokenFile, fleet } = options;
  if (fleet !== undefined) return readFleet(fleet, options);
  const address = site ?? process.env.FLEET_BOT_SITE;
  if (address === undefined) {
    throw new UsageError('Which site? Give --site <address>, FLEET_BOT_SITE, or --fleet <file>.');
  }
  const token = tokenFile === undefined ? tokenFrom('BOT_API_TOKEN') : await tokenIn(tokenFile);
  const only = siteOf({ name: address, address, token }, options);
  return [{ name: address, open: () => Promise.resolve(only) }];
};
