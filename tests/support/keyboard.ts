import type { Locator } from 'playwright-core';

/** Elements that are passed on the way at most. */
const FAR = 80;

/** Goes with Tab from where the keys are to an element, as somebody without a mouse does, and presses Enter. */
export const enterBy = async (element: Locator): Promise<void> => {
  const { keyboard } = element.page();
  const focused = element.and(element.page().locator(':focus'));
  for (let passed = 0; passed < FAR; passed += 1) {
    if ((await focused.count()) > 0) {
      await keyboard.press('Enter');
      return;
    }
    await keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${element.toString()}`);
};
