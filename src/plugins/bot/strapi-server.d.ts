declare const plugin: (typeof import('./dist/types/src/plugins/bot/server/src/index'))['default'];
export = plugin;
