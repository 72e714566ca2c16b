import type { Bot } from '../support/bot';

export interface FeedItem {
  id: string;
  type: string;
  timestamp: string;
  data: {
    id: string;
    externalId: string | null;
    title: string | null;
    firstPublishedAt: string | null;
    by: { who: string; id: string | null; name: string | null };
    requestId: string | null;
  };
}

export interface FeedPage {
  items: FeedItem[];
  next: string;
  more: boolean;
}

export const page = async (
  bot: Bot,
  query: Record<string, string | number> = {}
): Promise<FeedPage> => (await bot.request('get', '/changes').query(query).expect(200)).body;

/** Reads the feed to its end. */
export const readOn = async (
  bot: Bot,
  after?: string
): Promise<{ items: FeedItem[]; next: string }> => {
  const items: FeedItem[] = [];
  let next = after;
  for (;;) {
    const read = await page(bot, next === undefined ? {} : { after: next });
    items.push(...read.items);
    next = read.next;
    if (!read.more) return { items, next };
  }
};
