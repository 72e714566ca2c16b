/**
 * Real processes, databases and browsers share the machine with whatever else it does; one that
 * is starved for seconds fails a test that waits for it. In CI a failed test is tried once more,
 * and its first failure is printed, so that it is seen.
 */
if (process.env.CI === 'true') {
  jest.retryTimes(1, { logErrorsBeforeRetry: true });
}
