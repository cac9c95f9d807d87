import { freePort } from '../../../packages/server/src/testing/servers/free-port.ts';
import { startConsoleHost } from '../../src/console-host.ts';
import { adminPassword, adminUsername, createFairwatch, startedOnce } from '../../src/fairwatch.ts';
import { expect, test } from '../../src/test.ts';
import { visit } from '../../src/visit.ts';

test(
  'a console on another host works when its origin is listed, and not otherwise',
  { tag: '@full' },
  async ({ browser }) => {
    test.slow();
    const port = await freePort();
    // Another site as well as another port, so that browsers apply their strictest rules.
    const origin = `http://localhost:${port}`;
    const fairwatch = await createFairwatch({ devices: 1, settings: { CONSOLE_ORIGINS: origin }, data: startedOnce });
    await using _host = await startConsoleHost(port, fairwatch.url);
    await fairwatch.start();
    const context = await browser.newContext({ baseURL: origin });
    try {
      const page = await context.newPage();
      const problems: string[] = [];
      page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));

      const signIn = async (address: string) => {
        await page.goto(`${address}/auth/login`);
        await page.getByLabel('Username').fill(adminUsername);
        await page.getByLabel('Password', { exact: true }).fill(adminPassword);
        await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      };
      await signIn(origin);
      await expect(page.getByRole('banner').getByText('Live', { exact: true })).toBeVisible();

      await visit(page, '/device-list');
      await expect(page.getByRole('row').getByText('Online')).toBeVisible();
      await visit(page, '/device/photo/1');
      // The socket tells when the command has ended.
      await page.getByRole('button', { name: 'Update', exact: true }).click();
      const photo = page.locator('[data-place="0"]').getByRole('img');
      // The phone draws the previews of all its photos first, which takes a busy machine minutes.
      await photo.waitFor({ timeout: 240_000 });
      await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
      expect(await photo.getAttribute('src')).toContain(`${fairwatch.url}/content/`);

      await visit(page, '/app-download');
      const document = { name: 'Guide.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 guide') };
      await page.getByLabel('Upload a document').setInputFiles(document);
      const link = page.getByRole('link', { name: 'Download Guide.pdf' });
      await expect(link).toHaveAttribute('href', new RegExp(`^${fairwatch.url}/`));
      const started = page.waitForEvent('download');
      await link.click();
      expect((await started).suggestedFilename()).toBe('Guide.pdf');
      expect(problems).toEqual([]);

      // The same files under a name that is not listed.
      await signIn(`http://127.0.0.1:${port}`);
      await expect(page.getByText('Unable to connect to the server.').first()).toBeVisible();
      expect(problems.join('\n')).toContain('CORS policy');
    } finally {
      await context.close();
      await fairwatch.remove();
    }
  },
);
