import type { Locator } from 'playwright-core';

/** Most elements that Tab may pass on the way. */
const FAR = 80;

/** Moves the focus to an element with Tab, as a keyboard user does, and presses Enter. */
export const enterBy = async (element: Locator): Promise<void> => {
  const { keyboard } = element.page();
  // The element is located once, because locating it by name takes longer than a key press.
  const handle = await element.elementHandle();
  for (let passed = 0; passed < FAR; passed += 1) {
    if (
      await handle?.evaluate(
        (one) => Reflect.get(one.ownerDocument ?? one, 'activeElement') === one
      )
    ) {
      await keyboard.press('Enter');
      return;
    }
    await keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${element.toString()}`);
};
