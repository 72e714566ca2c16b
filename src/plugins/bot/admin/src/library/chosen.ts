/*
 * Leans on the properties of the components of `@strapi/upload` 5.54 that ask before files are deleted
 * (`DeleteItemsDialog`, `AssetDetails`; in the Media Library of before `BulkDeleteButton`, `RemoveAssetDialog`), and on the key under which React 18 keeps what
 * a node was made of. Neither is documented, and Strapi leaves no place in these dialogs. Where something else is
 * found, there is nothing chosen, and the dialog stays as it is. `tests/panel/the-bot-page.test.ts` notices a change.
 */

/** The files and folders that a dialog is about to delete, by their numbers. */
export interface Chosen {
  files: number[];
  folders: number[];
}

interface Fiber {
  return: Fiber | null;
  memoizedProps: unknown;
}

const FIBER = '__reactFiber$';

const fiberOf = (node: Element): Fiber | null => {
  const key = Object.keys(node).find((name) => name.startsWith(FIBER));
  return key === undefined ? null : (Reflect.get(node, key) as Fiber | null);
};

const numbersIn = (value: unknown): number[] | undefined =>
  Array.isArray(value) && value.every(Number.isInteger) ? (value as number[]) : undefined;

const idsOf = (items: unknown[], type: string): number[] =>
  items.filter((item) => Reflect.get(Object(item), 'type') === type).map(idOf);

const idOf = (item: unknown): number => Number(Reflect.get(Object(item), 'id'));

/** What the properties of a component say is chosen. */
const chosenIn = (props: Record<string, unknown>): Chosen | undefined => {
  const { asset, selected, target, closeDetails, onClose, onSuccess } = props;
  const close = closeDetails ?? ('open' in props ? onClose : undefined);
  if (typeof close === 'function' && Number.isInteger(idOf(asset))) {
    return { files: [idOf(asset)], folders: [] };
  }
  if (typeof onSuccess === 'function' && Array.isArray(selected)) {
    return { files: idsOf(selected, 'asset'), folders: idsOf(selected, 'folder') };
  }
  const files = numbersIn(Reflect.get(Object(target), 'fileIds'));
  const folders = numbersIn(Reflect.get(Object(target), 'folderIds'));
  return files && folders && { files, folders };
};

/** Of `ReplaceAssetButton`, which asks as well, and deletes nothing. */
const isOfReplacement = (props: object): boolean => Object.keys(props).join() === 'mime';

/** What a dialog of the Media Library is about to delete; undefined of any other dialog. */
export const chosenOf = (dialog: Element): Chosen | undefined => {
  for (let fiber = fiberOf(dialog); fiber !== null; fiber = fiber.return) {
    const props = Object(fiber.memoizedProps) as Record<string, unknown>;
    const chosen = chosenIn(props);
    if (chosen !== undefined || isOfReplacement(props)) {
      return chosen;
    }
  }
  return undefined;
};
