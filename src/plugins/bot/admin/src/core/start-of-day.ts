/** When a day began for whoever looks, so many days from another one. */
export const startOfDay = (offset = 0, from = new Date()): Date => {
  const day = new Date(from);
  day.setHours(0, 0, 0, 0);
  day.setDate(day.getDate() + offset);
  return day;
};
