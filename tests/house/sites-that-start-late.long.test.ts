import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { stopAll } from '../support/running';
import { startSite } from '../support/site';

const listeners = () => process.listenerCount('SIGTERM');

it('a site that is still starting is stopped once it has started', async () => {
  const before = { ...process.env };
  const late = startSite({ env: { BOT_SITE: 'late' }, register: () => pause(300) });
  await stopAll();
  const { url, uploadsDir } = await late;

  await expect(fetch(url)).rejects.toThrow();
  expect(fs.existsSync(path.dirname(uploadsDir))).toBe(false);
  expect(process.env).toEqual(before);
});

it('a site that fails to start is torn down', async () => {
  const before = listeners();
  const failing = startSite({
    register: () => {
      throw new Error('not today');
    },
  });
  await expect(failing).rejects.toThrow('not today');

  expect(listeners()).toBe(before);
  expect(Reflect.get(globalThis, 'strapi')).toBeUndefined();
  await startSite();
});
