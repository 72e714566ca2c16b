import { fileURLToPath } from 'node:url';

const source = (file) => fileURLToPath(new URL(`src/${file}`, import.meta.url));

/** The programs that run beside a host, as entry points of esbuild: its build bundles them into its folder of programs. */
export const PROGRAMS = {
  'image-process/index': source('images/process/image-process.ts'),
  'recording-worker/index': source('recordings/worker.ts'),
  'svg-worker/index': source('svg/worker.ts'),
};
