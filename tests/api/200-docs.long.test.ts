import type { Browser } from 'playwright-core';

import { launchBrowser } from '../support/panel';
import { useSite } from '../support/use-site';

/** Folder for a screenshot of the page: `SCREENSHOTS=/tmp npm test -- tests/api/200-docs`. */
const { SCREENSHOTS } = process.env;

describe('GET /api/bot/docs', () => {
  const { site } = useSite();
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  it('shows each group of operations, asks nobody else, and keeps its policy', async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    const asked: string[] = [];
    const said: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('console', (message) => said.push(message.text()));
    page.on('pageerror', (error) => said.push(error.message));
    await page.addInitScript(
      `addEventListener('securitypolicyviolation', ({ blockedURI, violatedDirective }) => console.error(violatedDirective, blockedURI))`
    );
    await page.goto(`${site.url}/api/bot/docs`);
    await page.getByRole('heading', { name: /^Fleet bot interface of / }).waitFor();
    const operation = page.getByText('Creates a draft', { exact: true });
    await operation.click();
    await page.getByText('Idempotency-Key').first().waitFor();
    await page.waitForLoadState('networkidle');
    if (SCREENSHOTS) await page.screenshot({ path: `${SCREENSHOTS}/docs.png` });
    expect(
      await operation.evaluate('getComputedStyle(document.querySelector(".opblock")).borderRadius')
    ).toBe('4px');
    expect(said).toEqual([]);
    const own = ['docs', 'docs/swagger-ui.js', 'openapi.json'];
    expect(asked.sort()).toEqual(own.map((path) => `${site.url}/api/bot/${path}`));
    await page.close();
  });

  it('sends a request with the token that somebody enters', async () => {
    const page = await browser.newPage();
    await page.goto(`${site.url}/api/bot/docs`);
    await page.getByRole('button', { name: 'Authorize' }).click();
    await page
      .getByLabel('Value')
      .or(page.locator('.auth-container input'))
      .first()
      .fill(site.token);
    await page
      .locator('.auth-btn-wrapper')
      .getByRole('button', { name: /^Apply|^Authorize/ })
      .click();
    await page.getByRole('button', { name: 'Close' }).first().click();
    const list = page.locator('#operations-publications-listPublications');
    await list.getByText('Lists publications').click();
    await list.getByRole('button', { name: 'Try it out' }).click();
    await list.getByRole('button', { name: 'Execute' }).click();
    await list.locator('.live-responses-table .response-col_status').getByText('200').waitFor();
    await page.close();
  });

  it('has a policy with a nonce of its own each time, and no place for anything else', async () => {
    const get = async () => {
      const { headers } = await site.request.get('/api/bot/docs').expect(200);
      return String(headers['content-security-policy']);
    };
    const [first, second] = [await get(), await get()];
    expect(first).toMatch(/^default-src 'none'; script-src 'nonce-[\w+/=]{24}'; style-src 'nonce-/);
    expect(first).not.toMatch(/unsafe|https?:|\*/);
    expect(first).not.toBe(second);
  });

  it('is 400 with a parameter', async () => {
    await site.request.get('/api/bot/docs?site=1').expect(400);
  });

  it('sends its script once: 304 to whoever has it', async () => {
    const get = () => site.request.get('/api/bot/docs/swagger-ui.js');
    const { headers } = await get()
      .expect(200)
      .expect('Content-Type', /javascript/);
    await get().set('If-None-Match', String(headers.etag)).expect(304);
  });
});
