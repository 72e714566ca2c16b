import type { Locator } from 'playwright-core';

/** Elements that are passed on the way at most. */
const FAR = 80;

/** Goes with Tab from where the keys are to an element, as somebody without a mouse does, and presses Enter. */
export const enterBy = async (element: Locator): Promise<void> => {
  const { keyboard } = element.page();
  // Found once: to look for what has a name costs more than the key.
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
