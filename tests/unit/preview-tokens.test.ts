import jwt from 'jsonwebtoken';

import { createPreviewTokens } from '../../src/plugins/bot/server/src/features/preview/token';

const later = new Date(Date.now() + 60_000);

test('a token outlives a rotation of the secrets, and the first secret signs', () => {
  const before = createPreviewTokens(['old']).sign('work', later);
  const rotated = createPreviewTokens(['new', 'old']);
  expect(rotated.read(before)).toBe('work');
  expect(createPreviewTokens(['new']).read(before)).toBeUndefined();
  expect(createPreviewTokens(['new']).read(rotated.sign('work', later))).toBe('work');
  expect(createPreviewTokens(['old']).read(rotated.sign('work', later))).toBeUndefined();
});

test('the key is derived: a secret of the site opens no preview, nor does a preview tell the secret', () => {
  const claims = { sub: 'work', exp: Math.floor(later.getTime() / 1000) };
  const bySecret = jwt.sign(claims, 'secret', { algorithm: 'HS256' });
  const tokens = createPreviewTokens(['secret']);
  expect(tokens.read(bySecret)).toBeUndefined();
  expect(() => jwt.verify(tokens.sign('work', later), 'secret')).toThrow('invalid signature');
});

test('each secret has a key of its own', () => {
  const token = createPreviewTokens(['one']).sign('work', later);
  expect(createPreviewTokens(['other']).read(token)).toBeUndefined();
});
