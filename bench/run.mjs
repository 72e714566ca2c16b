/** `node bench/run.mjs <program> [options]`: runs one of the benchmarks; see bench/README.md. */
const PROGRAMS = {
  compare: async () => (await import('./compare.mjs')).compare,
  burst: async () => (await import('./burst.mjs')).measureBurst,
  webhooks: async () => (await import('./webhooks.mjs')).measureWebhooks,
  scale: async () => (await import('./scale.mjs')).scale,
};

const [name, ...options] = process.argv.slice(2);
try {
  const program = await PROGRAMS[name]();
  await program(options);
} catch (error) {
  process.stderr.write(`${error.plain ? error.message : error.stack}\n`);
  process.exitCode = 1;
}
