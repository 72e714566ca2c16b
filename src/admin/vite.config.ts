import type { UserConfig } from 'vite';

/**
 * Builds the panel without tree shaking, which takes 12 of 40 seconds at the first start and makes the panel 4 %
 * smaller.
 */
export default (config: UserConfig): UserConfig => ({
  ...config,
  build: {
    ...config.build,
    rollupOptions: { ...config.build?.rollupOptions, treeshake: false },
  },
});
