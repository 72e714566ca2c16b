import type { ReadMiddleware } from '../../core/writes/phases';

const SORT = /^(\w+):(asc|desc)$/i;

/** A list that is sorted by one attribute, with works of the same value in the same direction. */
const withId = (sort: unknown): unknown => {
  const [only, ...others]: unknown[] = Array.isArray(sort) ? sort : [sort];
  const [, name, direction] =
    typeof only === 'string' && others.length === 0 ? (SORT.exec(only) ?? []) : [];
  return name === undefined || name === 'id' || name === 'status'
    ? sort
    : [`${name}:${String(direction)}`, `id:${String(direction)}`];
};

/**
 * Lets a page of the panel's list be a stretch of an index. Strapi puts works of the same value into the order
 * of their rows, upwards, also where the list goes down; no index is in such an order, and MySQL sorts all works.
 */
export const createIndexOrder = (): ReadMiddleware => {
  return (read, next) => {
    if (read.action === 'findMany') {
      const params = read.params as { sort?: unknown };
      if (params.sort !== undefined) params.sort = withId(params.sort);
    }
    return next();
  };
};
