import { collectBreaches, takeBreaches } from './described-answers';
import { stopAll } from './running';

/** Timeout of a hook in milliseconds: on a busy machine a start takes minutes. Tests have `testTimeout`. */
const HOOK_LIMIT = 600_000;

const { beforeAll: before, afterAll: after } = globalThis;
globalThis.beforeAll = (work, limit = HOOK_LIMIT) => before(work, limit);
globalThis.afterAll = (work, limit = HOOK_LIMIT) => after(work, limit);

// Jest loads this file before each test file.
afterAll(stopAll);

collectBreaches();
afterEach(() => expect(takeBreaches()).toEqual([]));
