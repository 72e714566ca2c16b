import { useOwnSite } from '../support/use-site';

const { site } = useOwnSite({
  env: {
    BOT_API_TOKEN: 'current-token-of-the-bot',
    BOT_API_TOKEN_PREVIOUS: 'previous-token-of-the-bot',
  },
});

const list = (authorization: string) =>
  site.request.get('/api/bot/publications').set('Authorization', authorization);

test('the token is accepted', async () => {
  await list('Bearer current-token-of-the-bot').expect(200);
});

test('the previous token is accepted, so that a fleet can rotate', async () => {
  await list('Bearer previous-token-of-the-bot').expect(200);
});

test('the two tokens in one are not accepted', async () => {
  await list('Bearer current-token-of-the-botprevious-token-of-the-bot').expect(401);
});

test.each(['bearer', 'BEARER', 'bEaReR'])('the scheme may be written %s', async (scheme) => {
  await list(`${scheme} current-token-of-the-bot`).expect(200);
});

test('several spaces after the scheme are accepted', async () => {
  await list('Bearer   current-token-of-the-bot').expect(200);
});

test('the path may be written in any case', async () => {
  await site.request
    .get('/API/BOT/Publications')
    .set('Authorization', 'Bearer current-token-of-the-bot')
    .expect(200);
});
