import { assert, assertEqual } from '../assert';
import { rulesOf } from '../rule';

const tagOf = ({ headers }: { headers: Headers }) => headers.get('etag') ?? '';

export const VERSIONS = rulesOf({
  'etags: An ETag changes with the publication, and If-None-Match spares what has not changed':
    async ({ request, done, draft }) => {
      const id = await draft({ body: 'first' });
      const tag = tagOf(await done('getPublication', { id }));
      assert(/^"[^"]+"$/.test(tag), `ETag is ${tag}`);
      const same = await request('getPublication', { id, headers: { 'If-None-Match': tag } });
      assertEqual(same.status, 304, 'The status with If-None-Match');
      const changed = tagOf(await done('changePublication', { id, json: { body: 'second' } }));
      assert(changed !== tag, 'The ETag is the same after a change');
      assertEqual(tagOf(await done('getPublication', { id })), changed, 'The ETag that is read');
    },
  'if-match: What If-Match does not allow is a 412 with what is there, and changes nothing':
    async ({ done, draft, read, refused }) => {
      const id = await draft({ body: 'first' });
      const old = { 'If-Match': tagOf(await done('getPublication', { id })) };
      const json = { body: 'second' };
      const now = tagOf(await done('changePublication', { id, json, headers: old }));
      const late = { id, json: { body: 'late' }, headers: old };
      const refusal = await refused('changePublication', late, 'precondition-failed');
      const { details } = (refusal.body as { error: { details: { etag?: unknown } } }).error;
      assertEqual(details.etag, now, 'details.etag');
      await refused('publishPublication', { id, headers: old }, 'precondition-failed');
      await refused('deletePublication', { id, headers: old }, 'precondition-failed');
      assertEqual((await read(id)).body, 'second', 'The body');
    },
});
