/** Statuses that a proxy sets itself: the body is too large, or the site is down or too slow. */
const PROXY_STATUSES = new Set([413, 502, 503, 504]);

/**
 * Converts a proxy's HTML error page to a Strapi error in JSON. The panel's client would lose the status of an answer
 * that is not JSON. Call it once.
 */
export const convertProxyErrors = (): void => {
  const fetch = window.fetch.bind(window);
  window.fetch = async (...request) => {
    const answer = await fetch(...request);
    const { status, headers } = answer;
    if (!PROXY_STATUSES.has(status) || /json/.test(headers.get('content-type') ?? ''))
      return answer;
    const error = { status, name: 'ApplicationError', message: String(status), details: {} };
    return Response.json({ data: null, error }, { status });
  };
};
