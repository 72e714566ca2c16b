import http from 'node:http';

import { startSite, type Site } from '../support/site';

let site: Site;

beforeAll(async () => {
  site = await startSite();
});

afterAll(() => site.stop());

/** Asks for leave to send a publication, sends it once leave is given, and tells what came. */
const createWithLeave = (authorization?: string) =>
  new Promise<{ gotLeave: boolean; status?: number }>((resolve, reject) => {
    let gotLeave = false;
    const body = JSON.stringify({ title: 'With leave' });
    const request = http.request(`${site.url}/api/bot/publications`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': body.length,
        Expect: '100-continue',
        ...(authorization && { Authorization: authorization }),
      },
    });
    request.on('continue', () => {
      gotLeave = true;
      request.end(body);
    });
    request.on('response', (response) => {
      response.resume();
      request.destroy();
      resolve({ gotLeave, status: response.statusCode });
    });
    request.on('error', reject);
    request.flushHeaders();
  });

test('without a token a client that waits for leave to send gets 401 and no leave', async () => {
  expect(await createWithLeave()).toEqual({ gotLeave: false, status: 401 });
});

test('with the token it gets leave and 201', async () => {
  expect(await createWithLeave(`Bearer ${site.token}`)).toEqual({ gotLeave: true, status: 201 });
});
