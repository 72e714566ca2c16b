/** Freezes an object with all that it holds, so that a change of it throws. */
export const deepFreeze = <Value>(value: Value): Value => {
  if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach(deepFreeze);
    Object.freeze(value);
  }
  return value;
};
