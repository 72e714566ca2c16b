import { StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, WidgetType, type DecorationSet } from '@codemirror/view';

/** A position in the text that is reserved for an uploading file. */
interface Place {
  id: string;
  name: string;
  at: number;
}

const add = StateEffect.define<Place>({
  map: (place, changes) => ({ ...place, at: changes.mapPos(place.at, 1) }),
});
const remove = StateEffect.define<string>();

class Waiting extends WidgetType {
  constructor(
    readonly id: string,
    readonly name: string
  ) {
    super();
  }
  override eq(other: Waiting): boolean {
    return other.id === this.id;
  }
  toDOM(): HTMLElement {
    const shown = document.createElement('span');
    shown.className = 'text-upload';
    shown.textContent = `↑ ${this.name}`;
    return shown;
  }
}

/** The positions of uploading files, which move with the text around them. */
export const places = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, { changes, effects }) {
    let next = value.map(changes);
    for (const effect of effects) {
      if (effect.is(add)) {
        const { id, name, at } = effect.value;
        const widget = Decoration.widget({ widget: new Waiting(id, name), side: 1, id });
        next = next.update({ add: [widget.range(at)] });
      } else if (effect.is(remove)) {
        next = next.update({ filter: (_from, _to, { spec }) => spec.id !== effect.value });
      }
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

const placeOf = (view: EditorView, id: string): number | undefined => {
  const cursor = view.state.field(places).iter();
  for (; cursor.value; cursor.next()) {
    if (cursor.value.spec.id === id) return cursor.from;
  }
  return undefined;
};

/** Reserves positions for files, in the order in which they will stand in the text. */
export const markPlaces = (view: EditorView, marked: readonly Place[]): void =>
  view.dispatch({ effects: marked.map((place) => add.of(place)) });

/** Removes the position of a file that will not be inserted. */
export const dropPlace = (view: EditorView, id: string): void =>
  view.dispatch({ effects: remove.of(id) });

/** Inserts an uploaded file at its position. An image becomes a paragraph of its own. */
export const fillPlace = (view: EditorView, id: string, markdown: string): void => {
  const at = placeOf(view, id) ?? view.state.selection.main.head;
  const line = view.state.doc.lineAt(at);
  const isPicture = markdown.startsWith('!');
  const [before, after] = [line.text.slice(0, at - line.from), line.text.slice(at - line.from)];
  const start = isPicture && before.trim() !== '' ? '\n\n' : '';
  const end = isPicture && (after.trim() !== '' || line.to === view.state.doc.length) ? '\n\n' : '';
  // The position has to be removed first, or it would stand before the inserted file.
  view.dispatch({
    changes: { from: at, insert: `${start}${markdown}${end}` },
    effects: remove.of(id),
    userEvent: 'input.paste',
  });
};
