import { EditorState } from '@codemirror/state';
import fc from 'fast-check';

import { keepLineBreaks } from '../../../src/plugins/bot/admin/src/features/writing/editor/round-trip';

/** Fragments of texts by bots and people, including what an editor might normalize. */
const PIECES = [
  ...[
    '# A\n',
    'A\n===\n',
    '* a\n+ b\n- c\n',
    '1) a\n',
    '__a__ *b* _c_',
    '\\*',
    '&amp;',
    '<u>a</u>',
  ],
  ...[
    '| a |b|\n|-|:-:|\n|1|2\\|3|\n',
    '```ts\ncode\n```\n',
    '~~~\n~~~\n',
    '    code\n',
    '\t',
    '  \n',
  ],
  ...[
    '[a]: https://example.org\n',
    '![](</a b.png> "t")',
    'https://example.org/_a_',
    '[^1]\n\n[^1]: n\n',
  ],
  ...[
    '\r\n',
    '\r',
    '\n\n\n',
    '\u2028',
    '\u2029',
    '\u0085',
    '\u00a0',
    '\u200b',
    '\ufeff',
    '\u0000',
    '\u000b',
  ],
  ...[
    '深圳',
    'مرحبا',
    '👩‍👩‍👧',
    'e\u0301',
    '\ud800',
    '$$x^2$$',
    '<!-- a -->',
    '---\na: b\n---\n',
    ':::',
    '…',
  ],
];
const texts = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'binary' })), { maxLength: 40 })
  .map((pieces) => pieces.join(''));

const open = (doc: string): EditorState => EditorState.create({ doc, extensions: keepLineBreaks });

test('a text that nobody touches is saved as it was loaded, character by character', () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(open(text).sliceDoc()).toBe(text);
    }),
    { numRuns: 2_000 }
  );
});

test('what somebody types changes nothing before and behind it, and undoing it leaves no trace', () => {
  fc.assert(
    fc.property(texts, texts, fc.nat(), (text, typed, place) => {
      const state = open(text);
      const at = place % (text.length + 1);
      const change = state.changes({ from: at, insert: state.toText(typed) });
      const changed = state.update({ changes: change }).state;
      expect(changed.sliceDoc()).toBe(text.slice(0, at) + typed + text.slice(at));
      const undone = changed.update({ changes: change.invert(state.doc) }).state;
      expect(undone.sliceDoc()).toBe(text);
    }),
    { numRuns: 1_000 }
  );
});
