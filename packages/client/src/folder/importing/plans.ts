import type { Document } from '../document';

const isPast = (time: string | undefined): boolean =>
  time !== undefined && Date.parse(time) <= Date.now();

/** The status that a file asks for now, and the times at which it changes. Past times count as done. */
export const plansOf = ({ status = 'published', publishAt, unpublishAt }: Document) => {
  if (status === 'draft' || isPast(unpublishAt)) return { status: 'draft' as const, times: {} };
  const times = { ...(unpublishAt && { unpublishAt }) };
  if (publishAt === undefined || isPast(publishAt)) return { status: 'published' as const, times };
  return { status: 'draft' as const, times: { ...times, publishAt } };
};
