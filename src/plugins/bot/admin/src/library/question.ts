import { getFetchClient } from '@strapi/strapi/admin';

import { sayNow, textNow } from '../text-now';

import { chosenOf, type Chosen } from './chosen';
import { wordsOf, type Use } from './use';

const findUse = async ({ files, folders }: Chosen): Promise<Use | null> => {
  const chosen = Object.entries({ files, folders }).filter(([, ids]) => ids.length > 0);
  const query = new URLSearchParams(chosen.map(([name, ids]) => [name, ids.join(',')]));
  const { data } = await getFetchClient().get<{ data: Use | null }>(
    `/bot/library/uses?${query.toString()}`
  );
  return data.data;
};

const TOLD = 'bot-told-of-uses';

/** Above the buttons, in the look of the question, and said by a screen reader with it. */
const write = (dialog: Element, words: string): void => {
  const body = dialog.querySelector('footer')?.previousElementSibling;
  if (!body) return;
  const told = document.createElement('p');
  told.id = TOLD;
  told.className = body.querySelector('p, span')?.className ?? '';
  told.style.cssText = 'margin-top: 8px; overflow-wrap: anywhere';
  told.textContent = words;
  body.append(told);
  const described = dialog.getAttribute('aria-describedby') ?? '';
  dialog.setAttribute('aria-describedby', `${described} ${TOLD}`.trim());
};

const tell = async (dialog: Element): Promise<void> => {
  const chosen = chosenOf(dialog);
  if (chosen === undefined) return;
  const use = await findUse(chosen);
  write(
    dialog,
    use === null ? textNow('library.unused') : sayNow('library.in-use', { used: wordsOf(use) })
  );
};

/**
 * Tells in the Media Library's questions before a deletion which works use the files. What is not known is not
 * told, and nothing waits for it. To be called once.
 */
export const tellOfUses = (): void => {
  // Dialogs are put at the end of the page.
  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(node instanceof Element)) continue;
      const dialog = node.matches('[role=alertdialog]')
        ? node
        : node.querySelector('[role=alertdialog]');
      if (dialog !== null) {
        tell(dialog).catch(() => undefined);
      }
    }
  }).observe(document.body, { childList: true });
};
