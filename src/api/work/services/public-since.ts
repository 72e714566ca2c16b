type Time = string | number | Date;

/** When a published work became what readers see: a draft is saved before it is published. */
export const publicSince = (publishedAt: Time, updatedAt: Time): Date =>
  new Date(Math.max(new Date(publishedAt).getTime(), new Date(updatedAt).getTime()));
