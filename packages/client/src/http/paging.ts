import type { Call, CallOptions } from './call';
import type { AnswerOf, QueryOf } from './types';

const NEXT = /<([^>]*)>\s*;\s*rel="?next"?/;

/** Cursor of the next page in a `Link` header, undefined on the last page. The URL may be relative. */
export const cursorIn = (link: string | null): string | undefined => {
  const [, address] = NEXT.exec(link ?? '') ?? [];
  return address && (new URL(address, 'http://site').searchParams.get('cursor') ?? undefined);
};

/** Yields all items of a list. Fetches each page only when its first item is needed. @throws BotError */
export async function* itemsOf<Id extends 'listPublications' | 'listMaterials'>(
  call: Call,
  list: Id,
  query?: QueryOf<Id>,
  options?: CallOptions
): AsyncGenerator<AnswerOf<Id>[number], void> {
  let cursor: string | undefined;
  do {
    const requested = { ...query, ...(cursor !== undefined && { cursor }) } as QueryOf<Id>;
    const { body, headers } = await call(list, { ...options, query: requested });
    yield* body as AnswerOf<Id>[number][];
    cursor = cursorIn(headers.get('link'));
  } while (cursor !== undefined);
}
