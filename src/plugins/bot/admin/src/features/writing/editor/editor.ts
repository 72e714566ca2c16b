import {
  defaultKeymap,
  history,
  historyKeymap,
  indentLess,
  indentMore,
} from '@codemirror/commands';
import { markdown, markdownLanguage } from '@codemirror/lang-markdown';
import { openSearchPanel, search, searchKeymap } from '@codemirror/search';
import { Annotation, Compartment, EditorState } from '@codemirror/state';
import { drawSelection, EditorView, keymap, placeholder } from '@codemirror/view';

import { KEYS } from '../keys';
import { COMMANDS, insertBlock, type CommandName } from './commands';
import { editorTheme } from './theme';
import { difference, keepLineBreaks } from './round-trip';
import { uploadFiles, pasting, type PendingFile } from './pasting';
import { tableKeys } from './tables';
import { dropPlace, fillPlace, places } from './uploads-in-text';

/** An annotation of changes that come from the form and need not be reported back to the form. */
const fromForm = Annotation.define<boolean>();

export interface EditorOptions {
  text: string;
  /** Attributes of the editable element: name, language and direction. */
  attributes: Record<string, string>;
  isReadOnly: boolean;
  hint: string;
  /** Translations of CodeMirror's own English phrases. */
  phrases: Record<string, string>;
  addressOf: (source: string) => string;
  onChange: (text: string) => void;
  /**
   * Called with pasted or dropped files.
   * @param missing the number of pasted images whose bytes the browser does not provide
   */
  onFiles: (files: PendingFile[], missing?: number) => void;
  onLink: () => void;
  onScroll: (share: number) => void;
}

const shareOf = ({ scrollTop, scrollHeight, clientHeight }: HTMLElement): number =>
  scrollTop / Math.max(1, scrollHeight - clientHeight);

/** Creates a CodeMirror editor for Markdown in an element. */
export const createEditor = (parent: HTMLElement, options: EditorOptions) => {
  const settings = new Compartment();
  const settingsOf = ({
    isReadOnly,
    attributes,
  }: Pick<EditorOptions, 'isReadOnly' | 'attributes'>) => [
    EditorState.readOnly.of(isReadOnly),
    EditorView.contentAttributes.of({ ...attributes, 'aria-readonly': String(isReadOnly) }),
  ];
  const keys = Object.entries(COMMANDS).flatMap(([name, run]) => {
    const key = KEYS[name as CommandName];
    return key === undefined ? [] : [{ key, run, preventDefault: true }];
  });

  const view = new EditorView({
    parent,
    doc: options.text,
    extensions: [
      keepLineBreaks,
      history(),
      drawSelection(),
      EditorView.clipboardInputFilter.of((text) => text.replace(/\r\n?/g, '\n')),
      EditorState.allowMultipleSelections.of(true),
      EditorState.phrases.of(options.phrases),
      search({ top: true }),
      markdown({ base: markdownLanguage }),
      placeholder(options.hint),
      places,
      editorTheme(options.addressOf),
      pasting(options.onFiles),
      settings.of(settingsOf(options)),
      keymap.of([
        ...keys,
        { key: KEYS.link, run: () => (options.onLink(), true), preventDefault: true },
        ...tableKeys,
        { key: 'Mod-]', run: indentMore },
        { key: 'Mod-[', run: indentLess },
        ...searchKeymap,
        ...historyKeymap,
        ...defaultKeymap,
      ]),
      EditorView.updateListener.of(({ docChanged, transactions, state }) => {
        const isNews = transactions.some((one) => one.docChanged && !one.annotation(fromForm));
        if (docChanged && isNews) options.onChange(state.sliceDoc());
      }),
    ],
  });
  view.scrollDOM.addEventListener('scroll', () => options.onScroll(shareOf(view.scrollDOM)));

  return {
    focus: () => view.focus(),
    destroy: () => view.destroy(),
    run(name: CommandName): void {
      COMMANDS[name](view);
      view.focus();
    },
    find: () => openSearchPanel(view),

    /** Sets the editor's text by replacing only the part that differs. The user can undo the change. */
    setText(text: string): void {
      const before = view.state.sliceDoc();
      if (before === text) return;
      view.dispatch({ changes: difference(before, text), annotations: fromForm.of(true) });
    },
    set(next: Pick<EditorOptions, 'isReadOnly' | 'attributes'>): void {
      view.dispatch({ effects: settings.reconfigure(settingsOf(next)) });
    },

    selected: () =>
      view.state.sliceDoc(view.state.selection.main.from, view.state.selection.main.to),
    insert(text: string): void {
      view.dispatch(view.state.replaceSelection(text), { scrollIntoView: true });
      view.focus();
    },
    insertBlock: (text: string) => insertBlock(view, text),
    replace(before: string, after: string): void {
      const from = view.state.sliceDoc().indexOf(before);
      if (from >= 0) view.dispatch({ changes: { from, to: from + before.length, insert: after } });
    },

    uploadFiles: (files: readonly File[]) => uploadFiles(view, files, options.onFiles),
    fillPlace: (id: string, markdown: string) => fillPlace(view, id, markdown),
    dropPlace: (id: string) => dropPlace(view, id),
  };
};

export type Editor = ReturnType<typeof createEditor>;
export type { PendingFile };
