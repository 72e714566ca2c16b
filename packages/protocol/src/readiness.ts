import { z } from 'zod';

import { answer } from './objects';

/** States of a part of the site; `degraded` if the site can work without it for a while. */
export const CONDITIONS = ['ok', 'degraded', 'failed'] as const;
export type Condition = (typeof CONDITIONS)[number];

/** State of one part of the site. */
export const check = answer({
  name: z.string().describe('As database, storage, images; later versions add some'),
  status: z.enum(CONDITIONS),
  message: z.string().describe('For people: what is the matter, and what it means'),
}).meta({
  id: 'Check',
  examples: [{ name: 'database', status: 'ok', message: 'The database accepts writes' }],
});
export type Check = z.infer<typeof check>;

/** State of the whole site, with each part. */
export const readiness = answer({
  status: z.enum(CONDITIONS).describe('failed: the bot cannot publish'),
  site: z.string().describe('The name of the site'),
  checks: z.array(check),
}).meta({ id: 'Readiness' });
export type Readiness = z.infer<typeof readiness>;
