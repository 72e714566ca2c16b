import { collectBreaches, takeBreaches } from './described-answers';
import { stopAll } from './running';

/**
 * Milliseconds that a hook may take: a boot on a machine that is busy with ten other things takes minutes. A test
 * has `testTimeout`.
 */
const HOOK_LIMIT = 600_000;

const { beforeAll: before, afterAll: after } = globalThis;
globalThis.beforeAll = (work, limit = HOOK_LIMIT) => before(work, limit);
globalThis.afterAll = (work, limit = HOOK_LIMIT) => after(work, limit);

// Jest loads this file before each test file.
afterAll(stopAll);

collectBreaches();
afterEach(() => expect(takeBreaches()).toEqual([]));
