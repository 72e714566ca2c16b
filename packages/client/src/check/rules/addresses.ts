import { Skip, assert } from '../assert';
import { rulesOf } from '../rule';

export const ADDRESSES = rulesOf({
  'addresses: Location and every address in answers begin with the public address of the site, and answer there':
    async ({ done, draft, own, page, publish, run, send, title, visit }) => {
      const { body: greeting } = await done('greet', {}, ['route-not-found']);
      if (!('addresses' in greeting)) throw new Skip('The site is older than this');
      const { api, publication } = greeting.addresses;
      const { body, headers } = await done('createPublication', { json: { title: title() } });
      await draft();
      const list = await done('listPublications', { query: { title: run, limit: '1' } });
      const [, next = ''] = /^<([^>]*)>/.exec(list.headers.get('link') ?? '') ?? [];
      const location = new URL(headers.get('location') ?? '', api).href;
      const url = await publish(body.id);
      for (const [what, found, begins] of [
        ['Location', location, `${api}/publications/${body.id}`],
        ['The address in Link', next, `${api}/publications?`],
        ['The address of a publication', url, publication.split(/:(?:slug|id|locale)\b/)[0] ?? ''],
      ] as const) {
        assert(found.startsWith(begins), `${what} is ${found}, and should begin with ${begins}`);
      }
      await page(url, [200]);
      for (const address of [location, next]) {
        const { status } = await send({ method: 'GET', path: address.slice(api.length) });
        assert(status === 200, `${address} answers ${status}`);
      }
      const root = await own();
      const health = await visit(`${api}/health`, root).catch(() => undefined);
      assert(health?.status === 200, `The site calls itself ${root}, and does not answer there`);
    },
});
