import { randomBytes } from 'node:crypto';
import { joinCompanion } from '../../src/companion.ts';
import { cutDownload } from '../../src/cut-download.ts';
import { lineGone, openSlowLine } from '../../src/slow-line.ts';
import { expect, test } from '../../src/test.ts';

test(
  'a download is cut when the person stops sharing',
  { tag: '@full' },
  async ({ browser, console: page, fairwatch, allowedErrors }) => {
    test.slow();
    // What is no longer shared is refused to the open page; at the end its line is gone.
    allowedErrors.push(/403/, lineGone);
    await using phone = await joinCompanion(browser, fairwatch, { username: 'fred.films', capabilities: ['FILES'] });
    const { page: companion, deviceId } = phone;
    await companion.goto('/companion/sharing');
    const files = companion.getByRole('region', { name: 'Files' });
    const film = Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42'), randomBytes(24 * 1024 * 1024)]);
    const choosing = companion.waitForEvent('filechooser');
    await files.getByRole('button', { name: 'Add files' }).click();
    await (await choosing).setFiles({ name: 'Film.mp4', mimeType: 'video/mp4', buffer: film });
    await expect(files.getByText(/1 file in the shared folder/)).toBeVisible();

    await using line = await openSlowLine(fairwatch.url);
    await page.goto(`${line.url}/device/file-manager/${deviceId}`);
    await page.getByRole('button', { name: 'Update' }).first().click();
    await expect(page.getByRole('button', { name: 'Film.mp4', exact: true })).toBeVisible();

    // The film is on its way to the admin when the person changes their mind.
    const withdraw = () => companion.getByRole('switch', { name: 'Share Files' }).press('Space');
    await cutDownload(page, { line, file: 'Film.mp4', withdraw });
  },
);
