import { fileURLToPath } from 'node:url';

const source = (file) => fileURLToPath(new URL(`src/${file}`, import.meta.url));

/** Entry point of the file process, for esbuild. A host's build bundles it into its folder of programs. */
export const PROGRAMS = { 'file-process/index': source('process/file-process.ts') };
