import http from 'node:http';

import { useOwnSite } from '../support/use-site';
import { sendText } from './raw-http';

const { site } = useOwnSite();

/** Creates a publication with `Expect: 100-continue`, and sends the body only after a 100. */
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

/** Sends the body without waiting, and returns the statuses of all answers in order. */
const statusesOf = async (
  target: string,
  { version = '1.1', expect = '100-continue', authorization = '' } = {}
) => {
  const body = JSON.stringify({ title: 'At once' });
  const received = await sendText(
    site.url,
    [
      `POST ${target} HTTP/${version}`,
      'Host: site',
      'Connection: close',
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      `Expect: ${expect}`,
      ...(authorization === '' ? [] : [`Authorization: ${authorization}`]),
      '',
      body,
    ].join('\r\n')
  );
  return [...received.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => Number(status));
};

describe.each(['/api/bot/publications', 'http://elsewhere/api/bot/publications'])(
  'at %s',
  (target) => {
    test('leave is given once, and only with the token', async () => {
      const authorization = `Bearer ${site.token}`;
      expect(await statusesOf(target, { authorization })).toEqual([100, 201]);
      expect(await statusesOf(target, { authorization: 'Bearer wrong' })).toEqual([401]);
      expect(await statusesOf(target)).toEqual([401]);
    });

    // HTTP/1.0 has no 100, and its `Expect` header is ignored (RFC 9110, section 10.1.1).
    test('HTTP/1.0 gets its answer, and no leave', async () => {
      const authorization = `Bearer ${site.token}`;
      expect(await statusesOf(target, { version: '1.0', authorization })).toEqual([201]);
      expect(await statusesOf(target, { version: '1.0', expect: 'other', authorization })).toEqual([
        201,
      ]);
      expect(await statusesOf(target, { version: '1.0' })).toEqual([401]);
    });

    test.each([
      ['100-CONTINUE', [100, 201]],
      ['100-continue, 100-continue', [100, 201]],
      ['', [201]],
      ['x-100-continue', [417]],
      ['100-continue, other', [417]],
      ['100-continue=1', [417]],
    ])('to expect "%s" is answered %j', async (expectation, statuses) => {
      expect(
        await statusesOf(target, { expect: expectation, authorization: `Bearer ${site.token}` })
      ).toEqual(statuses);
    });
  }
);

test('elsewhere leave is given once', async () => {
  expect(await statusesOf('/admin/login')).toEqual([100, 400]);
  expect(await statusesOf('http://elsewhere/admin/login')).toEqual([100, 400]);
});
