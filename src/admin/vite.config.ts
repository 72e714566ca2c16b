import type { UserConfig } from 'vite';

/**
 * Builds the panel without tree shaking, which takes 12 of the 40 seconds of a first start and makes the panel only 4 %
 * smaller.
 */
export default (config: UserConfig): UserConfig => ({
  ...config,
  build: {
    ...config.build,
    rollupOptions: { ...config.build?.rollupOptions, treeshake: false },
  },
});
