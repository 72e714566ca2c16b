/** The start of a day in the user's time zone, `offset` days after the day of `from`. */
export const startOfDay = (offset = 0, from = new Date()): Date => {
  const day = new Date(from);
  day.setHours(0, 0, 0, 0);
  day.setDate(day.getDate() + offset);
  return day;
};
