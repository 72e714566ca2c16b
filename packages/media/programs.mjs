import { fileURLToPath } from 'node:url';

const source = (file) => fileURLToPath(new URL(`src/${file}`, import.meta.url));

/** The program that runs beside a host, as an entry point of esbuild: its build bundles it into its folder of programs. */
export const PROGRAMS = { 'file-process/index': source('process/file-process.ts') };
