declare const plugin: (typeof import('./dist/server/src/index'))['default'];
export = plugin;
