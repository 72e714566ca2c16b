import { setTimeout as pause } from 'node:timers/promises';

import { statementsWhile } from '../support/statements';
import { until } from '../support/until';
import { useOwnSite } from '../support/use-site';

const { site } = useOwnSite({ env: { BOT_SITE: 'Northern Lights' } });

test('health answers ok and the configured name of the site, and nothing else', async () => {
  const { body } = await site.request.get('/api/bot/health').expect(200);
  expect(body).toEqual({ ok: true, site: 'Northern Lights' });
});

test('health needs no token', async () => {
  await site.request.get('/api/bot/health').unset('Authorization').expect(200);
});

test('health does not look at a token that is wrong', async () => {
  await site.request.get('/api/bot/health').set('Authorization', 'Bearer wrong').expect(200);
});

test('health is never cached', async () => {
  await site.request.get('/api/bot/health').expect('Cache-Control', 'no-store');
});

test('health answers HEAD with the status alone', async () => {
  await site.request.head('/api/bot/health').expect(200);
});

test('health is found in any case of its path', async () => {
  await site.request.get('/API/Bot/HEALTH').expect(200);
});

/** Counts the database checks that run during `work`. */
const questionsDuring = async (work: () => Promise<unknown>): Promise<number> => {
  const statements = await statementsWhile(site, work);
  return statements.filter(({ sql }) => sql === 'SELECT 1').length;
};

test('many at once share one question to the database', async () => {
  // Waits until the cached result of an earlier test has expired.
  await pause(300);
  const MANY = 50;
  let arrived = 0;
  const note = () => (arrived += 1);
  site.strapi.server.httpServer.on('request', note);

  const questions = await questionsDuring(async () => {
    // Blocks all answers by holding the only connection.
    const held = await site.strapi.db.connection.transaction();
    const answers = Promise.all(
      Array.from({ length: MANY }, () => site.request.get('/api/bot/health').expect(200))
    );
    await until('all are waiting', () => arrived === MANY);
    await held.commit();
    await answers;
  });
  site.strapi.server.httpServer.off('request', note);
  expect(questions).toBe(1);
});

test('what was found out is not told for long', async () => {
  await pause(300);
  const questions = await questionsDuring(async () => {
    for (let number = 0; number < 3; number += 1) {
      await site.request.get('/api/bot/health').expect(200);
      await pause(300);
    }
  });
  expect(questions).toBe(3);
});
