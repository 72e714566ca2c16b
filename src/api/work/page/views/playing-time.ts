import { markup, type Markup } from '../../../markup';

const HOUR = 3600;
const MINUTE = 60;

const partsOf = (duration: number) => {
  const seconds = Math.max(1, Math.round(duration));
  return {
    hours: Math.floor(seconds / HOUR),
    minutes: Math.floor((seconds % HOUR) / MINUTE),
    seconds: seconds % MINUTE,
  };
};

/** Formats seconds as an ISO 8601 duration: `PT1H2M3S`. */
export const isoDuration = (duration: number): string => {
  const { hours, minutes, seconds } = partsOf(duration);
  return `PT${hours ? `${hours}H` : ''}${minutes ? `${minutes}M` : ''}${seconds ? `${seconds}S` : ''}`;
};

/** Formats seconds as players do, `1:02:03` or `2:03`, with an ISO duration for machines. */
export const renderDuration = (duration: number): Markup => {
  const { hours, minutes, seconds } = partsOf(duration);
  const parts = hours > 0 ? [hours, minutes, seconds] : [minutes, seconds];
  const shown = parts.map((part, index) => (index > 0 ? String(part).padStart(2, '0') : part));
  return markup`<time datetime="${isoDuration(duration)}">${shown.join(':')}</time>`;
};
