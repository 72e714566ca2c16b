import { syntaxTree } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

import { markdownFromHtml } from './from-html';
import { takePictures } from './pictures-in-html';
import { markPlaces } from './uploads-in-text';

/** A file to be uploaded into the text. */
export interface PendingFile {
  id: string;
  file: File;
}

/**
 * Receives pasted or dropped files.
 * @param missing the number of pasted images whose bytes the browser does not provide
 */
type OnFiles = (files: PendingFile[], missing?: number) => void;

/** A placeholder for an image of copied HTML until its position in the Markdown is known. */
const MARK = /\uE000(\d+)\uE000/;

/** Matches HTML copied from a code editor, whose plain text is used instead. */
const OF_CODE = /vscode-editor-data|data-vscode|monaco/;

const isInCode = ({ state }: EditorView): boolean => {
  const { name } = syntaxTree(state).resolveInner(state.selection.main.from, -1);
  return /^(FencedCode|CodeText|CodeBlock|InlineCode)$/.test(name);
};

const insertFiles = (view: EditorView, files: readonly File[], at: number, take: OnFiles): void => {
  const pending = files.map((file) => ({ id: crypto.randomUUID(), file }));
  markPlaces(
    view,
    pending.map(({ id, file: { name } }) => ({ id, name, at }))
  );
  take(pending);
};

/** Uploads files to the position of the cursor. */
export const uploadFiles = (view: EditorView, files: readonly File[], take: OnFiles): void =>
  insertFiles(view, files, view.state.selection.main.to, take);

/** Inserts copied HTML as Markdown at once, and uploads its images to the Media Library. */
const insertHtml = (view: EditorView, source: string, rtf: string, take: OnFiles): void => {
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
  // Text with several blocks starts a new paragraph.
  const line = view.state.doc.lineAt(from);
  const before = /\n\n|^(#|[-|>]|\d+\.)/.test(text) && from > line.from ? '\n\n' : '';
  const insert = before + text;
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + insert.length },
    scrollIntoView: true,
    userEvent: 'input.paste',
  });
  found.forEach(({ file, at }) => insertFiles(view, [file], from + before.length + at, take));
  const missing = pictures.filter((file) => file === undefined).length;
  if (missing > 0) take([], missing);
};

const filesOf = (data: DataTransfer | null): File[] => [...(data?.files ?? [])];

/** Creates an extension that converts pasted HTML to Markdown, and uploads pasted and dropped files. */
export const pasting = (take: OnFiles): Extension => {
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
      // An image copied from a web page comes as HTML with its URL and as a file.
      const isPicture = files.length > 0 && !/\S/.test(data?.getData('text/plain') ?? '');
      if (isHtml && !isPicture) insertHtml(view, html, data?.getData('text/rtf') ?? '', take);
      else if (isPicture || (files.length > 0 && html === '')) uploadFiles(view, files, take);
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
      // Dropped files go after the paragraph under the pointer.
      insertFiles(view, files, view.state.doc.lineAt(at ?? view.state.selection.main.to).to, take);
      return true;
    },
  });
};
