/** When a day began for whoever looks, so many days from today. */
export const startOfDay = (offset = 0): Date => {
  const day = new Date();
  day.setHours(0, 0, 0, 0);
  day.setDate(day.getDate() + offset);
  return day;
};
