import type { Document } from '../document';

const isPast = (time: string | undefined): boolean =>
  time !== undefined && Date.parse(time) <= Date.now();

/**
 * Status that a publication should have now according to its file, and its future schedule. Times in the past only
 * affect the status.
 */
export const plansOf = ({ status = 'published', publishAt, unpublishAt }: Document) => {
  if (status === 'draft' || isPast(unpublishAt)) return { status: 'draft' as const, times: {} };
  const times = { ...(unpublishAt && { unpublishAt }) };
  if (publishAt === undefined || isPast(publishAt)) return { status: 'published' as const, times };
  return { status: 'draft' as const, times: { ...times, publishAt } };
};
