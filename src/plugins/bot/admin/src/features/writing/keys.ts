import type { CommandName } from './editor/commands';

/** Keyboard shortcuts in CodeMirror's notation. `Mod` is Ctrl, or Cmd on a Mac. */
export const KEYS: Readonly<Partial<Record<CommandName | 'link', string>>> = {
  bold: 'Mod-b',
  italic: 'Mod-i',
  underline: 'Mod-u',
  strikethrough: 'Mod-Shift-x',
  code: 'Mod-e',
  link: 'Mod-k',
  numbers: 'Mod-Shift-7',
  bullets: 'Mod-Shift-8',
  quote: 'Mod-Shift-9',
  'heading-1': 'Mod-Alt-1',
  'heading-2': 'Mod-Alt-2',
  'heading-3': 'Mod-Alt-3',
  'heading-4': 'Mod-Alt-4',
  paragraph: 'Mod-Alt-0',
};
