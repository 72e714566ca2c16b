/** Statuses that a proxy answers by itself: the body is too large, or the site is away or too slow. */
const OF_PROXIES = new Set([413, 502, 503, 504]);

/**
 * Gives a proxy's page of HTML the shape of Strapi's errors. The panel's client reads JSON, and loses the status of
 * what is none. To be called once.
 */
export const readProxyAnswers = (): void => {
  const fetch = window.fetch.bind(window);
  window.fetch = async (...request) => {
    const answer = await fetch(...request);
    const { status, headers } = answer;
    if (!OF_PROXIES.has(status) || /json/.test(headers.get('content-type') ?? '')) return answer;
    const error = { status, name: 'ApplicationError', message: String(status), details: {} };
    return Response.json({ data: null, error }, { status });
  };
};
