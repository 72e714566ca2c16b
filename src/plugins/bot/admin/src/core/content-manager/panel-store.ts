/** The store of the panel, as far as it is used here. */
interface Store {
  dispatch: (action: unknown) => unknown;
  getState: () => unknown;
}

let store: Store | undefined;

/** For `app.addMiddlewares`: does nothing but keep the store of the panel. */
export const keepStore = () => (ofPanel: Store) => {
  store = ofPanel;
  return (next: Store['dispatch']): Store['dispatch'] =>
    (action) =>
      next(action);
};

/** Undefined until the panel has made it. */
export const panelStore = (): Store | undefined => store;
