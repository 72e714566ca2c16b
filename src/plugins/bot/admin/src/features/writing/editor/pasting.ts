import { syntaxTree } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

import { markdownFromHtml } from './from-html';
import { takePictures } from './pictures-in-html';
import { markPlaces } from './uploads-in-text';

/** A file on its way into the text. */
export interface GivenFile {
  id: string;
  file: File;
}

/** @param missing of pictures that were pasted, and that the browser is not given */
type Give = (files: GivenFile[], missing?: number) => void;

/** Stands for a picture of copied HTML until its place in the Markdown is known. */
const MARK = /\uE000(\d+)\uE000/;

/** Copied from an editor of code: its text is what is meant. */
const OF_CODE = /vscode-editor-data|data-vscode|monaco/;

const isInCode = ({ state }: EditorView): boolean => {
  const { name } = syntaxTree(state).resolveInner(state.selection.main.from, -1);
  return /^(FencedCode|CodeText|CodeBlock|InlineCode)$/.test(name);
};

const give = (view: EditorView, files: readonly File[], at: number, take: Give): void => {
  const given = files.map((file) => ({ id: crypto.randomUUID(), file }));
  markPlaces(
    view,
    given.map(({ id, file: { name } }) => ({ id, name, at }))
  );
  take(given);
};

/** Files go to the cursor. */
export const giveFiles = (view: EditorView, files: readonly File[], take: Give): void =>
  give(view, files, view.state.selection.main.to, take);

/** Pictures that came with the HTML go to the Media Library; the text is there at once. */
const insertHtml = (view: EditorView, source: string, rtf: string, take: Give): void => {
  const html = new DOMParser().parseFromString(source, 'text/html');
  const pictures = takePictures(html, rtf, (index) => `\uE000${index}\uE000`);
  let rest = markdownFromHtml(html);
  const { from, to } = view.state.selection.main;
  let text = '';
  const found: { file: File; at: number }[] = [];
  for (let mark = MARK.exec(rest); mark !== null; mark = MARK.exec(rest)) {
    text += rest.slice(0, mark.index);
    const file = pictures[Number(mark[1])];
    if (file) found.push({ file, at: text.length });
    rest = rest.slice(mark.index + mark[0].length);
  }
  text += rest;
  // What has blocks begins a paragraph of its own.
  const line = view.state.doc.lineAt(from);
  const before = /\n\n|^(#|[-|>]|\d+\.)/.test(text) && from > line.from ? '\n\n' : '';
  const insert = before + text;
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + insert.length },
    scrollIntoView: true,
    userEvent: 'input.paste',
  });
  found.forEach(({ file, at }) => give(view, [file], from + before.length + at, take));
  const missing = pictures.filter((file) => file === undefined).length;
  if (missing > 0) take([], missing);
};

const filesOf = (data: DataTransfer | null): File[] => [...(data?.files ?? [])];

/** Makes Markdown of what is pasted and dropped, and hands on files. */
export const pasting = (take: Give): Extension => {
  let asText = false;
  return EditorView.domEventHandlers({
    keydown(event) {
      asText = event.shiftKey && (event.ctrlKey || event.metaKey);
      return false;
    },
    paste(event, view) {
      if (view.state.readOnly) return false;
      const data = event.clipboardData;
      const html = data?.getData('text/html') ?? '';
      const files = filesOf(data);
      const isHtml = html !== '' && !asText && !OF_CODE.test(html) && !isInCode(view);
      // A picture that was copied from a page comes with its address, and as a file.
      const isPicture = files.length > 0 && !/\S/.test(data?.getData('text/plain') ?? '');
      if (isHtml && !isPicture) insertHtml(view, html, data?.getData('text/rtf') ?? '', take);
      else if (isPicture || (files.length > 0 && html === '')) giveFiles(view, files, take);
      else return false;
      event.preventDefault();
      return true;
    },
    dragover(event) {
      if (!event.dataTransfer?.types.includes('Files')) return false;
      event.preventDefault();
      return true;
    },
    drop(event, view) {
      const files = filesOf(event.dataTransfer);
      if (files.length === 0) return false;
      event.preventDefault();
      if (view.state.readOnly) return true;
      const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
      // Behind the paragraph that it is dropped on.
      give(view, files, view.state.doc.lineAt(at ?? view.state.selection.main.to).to, take);
      return true;
    },
  });
};
