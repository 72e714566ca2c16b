import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { Webhook } from 'standardwebhooks';

import { createWebhookHandler, verifyWebhook, type ReceivedChange } from '../src';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const OTHER = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazdjY2hhbmdl';
const change = { type: 'publication.published', timestamp: '2030-01-01T00:00:00.000Z', data: {} };
const body = JSON.stringify(change);

const signed = (id: string, secret = SECRET, sent = new Date()) => ({
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(sent.getTime() / 1_000)),
  'webhook-signature': new Webhook(secret).sign(id, sent, body),
});

test('a webhook is read that is signed with one of the secrets', () => {
  expect(verifyWebhook(body, signed('c1', OTHER), [SECRET, OTHER])).toEqual({
    ...change,
    id: 'c1',
  });
});

test.each<[string, () => unknown]>([
  ['with another secret', () => verifyWebhook(body, signed('c1'), [OTHER])],
  ['of another body', () => verifyWebhook(`${body} `, signed('c1'), [SECRET])],
  ['of long ago', () => verifyWebhook(body, signed('c1', SECRET, new Date(0)), [SECRET])],
  ['without headers', () => verifyWebhook(body, {}, [SECRET])],
  ['without a secret to compare with', () => verifyWebhook(body, signed('c1'), [])],
])('one %s is refused', (_what, verify) => {
  expect(verify).toThrow();
});

describe('the handler', () => {
  let server: Server;
  let receivedChanges: ReceivedChange[];
  let failures: number;
  beforeEach(async () => {
    receivedChanges = [];
    failures = 0;
    const onChange = (received: ReceivedChange) => {
      if (failures > 0) {
        failures -= 1;
        throw new Error('not now');
      }
      receivedChanges.push(received);
    };
    server = createServer(createWebhookHandler({ secrets: [SECRET], onChange }));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => new Promise((resolve) => server.close(resolve)));

  const send = async (headers: Record<string, string>, sent = body, method = 'POST') => {
    const { port } = server.address() as AddressInfo;
    const init = { method, headers, ...(method === 'POST' && { body: sent }) };
    return (await fetch(`http://127.0.0.1:${port}`, init)).status;
  };

  it('tells a change once, however often and however simultaneously it comes', async () => {
    const both = await Promise.all([send(signed('c1')), send(signed('c1'))]);
    expect([...both, await send(signed('c1'))]).toEqual([204, 204, 204]);
    expect(receivedChanges).toEqual([{ ...change, id: 'c1' }]);
  });

  it('asks for a change again that could not be worked off', async () => {
    failures = 1;
    expect(await send(signed('c1'))).toBe(500);
    expect(await send(signed('c1'))).toBe(204);
    expect(receivedChanges).toHaveLength(1);
  });

  it('tells nothing that is not from the site', async () => {
    expect(await send(signed('c1', OTHER))).toBe(401);
    expect(await send({}, body, 'GET')).toBe(405);
    expect(await send(signed('c1'), 'x'.repeat(2 ** 20 + 1))).toBe(413);
    expect(receivedChanges).toEqual([]);
  });
});
