import { HighlightStyle, syntaxHighlighting, syntaxTree } from '@codemirror/language';
import { RangeSetBuilder, type Extension } from '@codemirror/state';
import {
  Decoration,
  EditorView,
  ViewPlugin,
  WidgetType,
  type DecorationSet,
  type ViewUpdate,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';

/**
 * The styles of Markdown elements. Their colours are CSS variables, which the Markdown field sets from the panel's
 * theme.
 */
const style = HighlightStyle.define([
  { tag: tags.heading, fontWeight: '600' },
  { tag: tags.strong, fontWeight: '700' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: tags.link, color: 'var(--text-accent)' },
  { tag: [tags.url, tags.processingInstruction, tags.meta], color: 'var(--text-dim)' },
  { tag: tags.monospace, fontFamily: 'monospace' },
]);

const baseTheme = EditorView.theme({
  '&': { color: 'var(--text-color)', fontSize: '1.6rem', height: '100%' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'inherit', lineHeight: '1.6', overflow: 'auto' },
  '.cm-content': { padding: '16px', caretColor: 'var(--text-color)', minHeight: '240px' },
  '.cm-placeholder': { color: 'var(--text-dim)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
    { background: 'var(--text-selection)' },
  '.cm-cursor': { borderLeftColor: 'var(--text-color)' },
  '.text-heading-1': { fontSize: '1.6em', lineHeight: '1.4' },
  '.text-heading-2': { fontSize: '1.4em', lineHeight: '1.4' },
  '.text-heading-3': { fontSize: '1.2em' },
  '.text-code': { background: 'var(--text-shade)', fontFamily: 'monospace', fontSize: '0.9em' },
  '.text-table': { fontFamily: 'monospace', fontSize: '0.85em' },
  '.text-quote': { borderInlineStart: '3px solid var(--text-line)', paddingInlineStart: '12px' },
  '.text-picture': {
    display: 'block',
    maxWidth: '240px',
    maxHeight: '160px',
    marginTop: '4px',
    borderRadius: '4px',
  },
  '.text-upload': { color: 'var(--text-dim)', background: 'var(--text-shade)', padding: '0 8px' },
  '.cm-panels': { background: 'var(--text-shade)', color: 'var(--text-color)' },
  '.cm-panels.cm-panels-top': { borderBottom: '1px solid var(--text-line)' },
  '.cm-panel.cm-search': { padding: '8px 32px 8px 8px', fontSize: '1.4rem' },
  '.cm-panel.cm-search label': { fontSize: '1.3rem', display: 'inline-flex', gap: '4px' },
  '.cm-panel.cm-search [name=close]': { fontSize: '2rem', padding: '4px', color: 'inherit' },
  '.cm-textfield, .cm-button': {
    background: 'var(--text-background)',
    backgroundImage: 'none',
    color: 'inherit',
    border: '1px solid var(--text-border)',
    borderRadius: '4px',
    padding: '4px 8px',
  },
  '.cm-searchMatch': { background: 'var(--text-match)' },
  '.cm-searchMatch-selected': { outline: '2px solid var(--text-accent)' },
});

/** A thumbnail after the Markdown of an image. */
class Picture extends WidgetType {
  constructor(readonly address: string) {
    super();
  }
  override eq(other: Picture): boolean {
    return other.address === this.address;
  }
  toDOM(): HTMLElement {
    const picture = document.createElement('img');
    // The alternative text is visible in the Markdown before the thumbnail.
    Object.assign(picture, { src: this.address, alt: '', className: 'text-picture' });
    picture.addEventListener('error', () => picture.remove());
    return picture;
  }
}

const LINES: Readonly<Record<string, string>> = {
  ATXHeading1: 'text-heading-1',
  ATXHeading2: 'text-heading-2',
  ATXHeading3: 'text-heading-3',
  SetextHeading1: 'text-heading-1',
  SetextHeading2: 'text-heading-2',
  FencedCode: 'text-code',
  CodeBlock: 'text-code',
  Table: 'text-table',
  Blockquote: 'text-quote',
};

const WEB = /^(https?:|\/)/;

/** Decorates the visible text by its syntax. The text itself never changes. */
const decorate = (view: EditorView, addressOf: (source: string) => string): DecorationSet => {
  const builder = new RangeSetBuilder<Decoration>();
  const { doc } = view.state;
  for (const { from, to } of view.visibleRanges) {
    const classes = new Map<number, string>();
    const pictures: { at: number; address: string }[] = [];
    syntaxTree(view.state).iterate({
      from,
      to,
      enter({ name, node }) {
        const editorTheme = LINES[name];
        if (editorTheme !== undefined) {
          const last = doc.lineAt(Math.min(node.to, to)).number;
          for (let line = doc.lineAt(Math.max(node.from, from)).number; line <= last; line += 1) {
            classes.set(line, `${classes.get(line) ?? ''} ${editorTheme}`);
          }
        }
        const url = name === 'Image' ? node.getChild('URL') : null;
        const address = url && doc.sliceString(url.from, url.to);
        if (address && WEB.test(address)) pictures.push({ at: node.to, address });
      },
    });
    for (let at = from; at <= to;) {
      const line = doc.lineAt(at);
      // Each line has the direction of its own script.
      const attributes = { dir: 'auto', class: classes.get(line.number) ?? '' };
      builder.add(line.from, line.from, Decoration.line({ attributes }));
      for (const picture of pictures.filter((one) => one.at > line.from && one.at <= line.to)) {
        const widget = new Picture(addressOf(picture.address));
        builder.add(picture.at, picture.at, Decoration.widget({ widget, side: 1 }));
      }
      at = line.to + 1;
    }
  }
  return builder.finish();
};

/**
 * The theme of the editor.
 * @param addressOf returns the URL from which the panel loads an image of the text
 */
export const editorTheme = (addressOf: (source: string) => string): Extension => [
  baseTheme,
  syntaxHighlighting(style),
  EditorView.lineWrapping,
  EditorView.perLineTextDirection.of(true),
  ViewPlugin.define(
    (view) => ({
      decorations: decorate(view, addressOf),
      update({ docChanged, viewportChanged, startState, state }: ViewUpdate) {
        if (docChanged || viewportChanged || syntaxTree(startState) !== syntaxTree(state)) {
          this.decorations = decorate(view, addressOf);
        }
      },
    }),
    { decorations: (plugin) => plugin.decorations }
  ),
];
