/**
 * Moves the clock of a process forward by `CLOCK_AHEAD_SECONDS`, or back if negative. Must be loaded with `--require`
 * before anything else.
 */
const ahead = Number(process.env.CLOCK_AHEAD_SECONDS) * 1000;
const now = Date.now.bind(Date);

Date.now = () => now() + ahead;
globalThis.Date = new Proxy(Date, {
  construct: (target, values, newTarget) =>
    Reflect.construct(target, values.length === 0 ? [Date.now()] : values, newTarget),
  apply: (target) => new target(Date.now()).toString(),
});
