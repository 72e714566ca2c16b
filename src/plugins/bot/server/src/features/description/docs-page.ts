import _ from 'lodash';

/** Content security policy that allows elements with the nonce, data URLs for icons, and requests to the own site. */
export const policyOf = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    'img-src data:',
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/**
 * HTML page that shows the description with Redoc, without its search, which needs a worker from a `blob:` URL.
 * @param name name of the site
 * @param api path of the interface
 */
export const docsPage = (name: string, api: string, nonce: string): string => {
  const options = JSON.stringify({ disableSearch: true });
  const description = JSON.stringify(`${api}/openapi.json`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Interface of ${_.escape(name)}</title>
<style nonce="${nonce}">body { margin: 0; font-family: sans-serif }</style>
</head>
<body>
<main id="docs"></main>
<script nonce="${nonce}" src="${api}/docs/redoc.js"></script>
<script nonce="${nonce}">Redoc.init(${description}, ${options}, document.getElementById('docs'))</script>
</body>
</html>
`;
};
