import type { UserConfig } from 'vite';

/**
 * Builds the panel without a search for code that nothing uses: the search takes 12 of 40 seconds of a first start,
 * and the panel is 4 % smaller with it.
 */
export default (config: UserConfig): UserConfig => ({
  ...config,
  build: {
    ...config.build,
    rollupOptions: { ...config.build?.rollupOptions, treeshake: false },
  },
});
