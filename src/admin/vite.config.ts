import type { UserConfig } from 'vite';

/**
 * Disables tree shaking in the build of the panel. Tree shaking takes 12 of 40 seconds at the first start, but makes
 * the panel only 4 % smaller.
 */
export default (config: UserConfig): UserConfig => ({
  ...config,
  build: {
    ...config.build,
    rollupOptions: { ...config.build?.rollupOptions, treeshake: false },
  },
});
