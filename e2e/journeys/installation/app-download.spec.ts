import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { testApk } from '../../../packages/server/src/testing/samples/test-apk.ts';
import { expectGoodLooks } from '../../src/looks/looks.ts';
import { expect, test } from '../../src/test.ts';

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test('[SPEC 1.6, 2.55, 2.56, 2.57, 2.58] the app is uploaded, shown with its version, and downloaded as it was', async ({
  console: page,
  allowedErrors,
}) => {
  allowedErrors.push(/422/);
  const buffer = testApk({ version: '9.8.7', versionCode: 987, code: randomBytes(40_000) });
  await page.goto('/app-download');
  await expect(page.getByRole('img', { name: 'QR code with the address for phones' })).toBeVisible();
  await expect(page.getByText(/\/companion$/)).toBeVisible();
  await expect(page.getByText('No App available')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Update', exact: true })).toBeVisible();
  const termux = page.getByRole('region', { name: 'Android phone with Termux' });
  const program = await (await page.request.get('/termux/fairwatch.mjs')).body();
  await expect(termux.getByText(hashOf(program))).toBeVisible();
  await expect(termux.getByText(/^curl -fLO http.*\/termux\/fairwatch\.mjs$/)).toBeVisible();

  const apk = { name: 'fairwatch.apk', mimeType: 'application/vnd.android.package-archive', buffer };
  await page.getByLabel('Upload an APK').setInputFiles({ ...apk, buffer: buffer.subarray(0, 5000) });
  await expect(page.getByRole('alert')).toContainText('This is not an Android app that can be offered');
  await page.getByLabel('Upload an APK').setInputFiles(apk);
  await expect(page.getByText('Version 9.8.7')).toBeVisible();
  await expect(page.getByText(hashOf(buffer))).toBeVisible();
  const started = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download APK' }).click();
  const saved = await started;
  expect(saved.suggestedFilename()).toBe('fairwatch.apk');
  expect(hashOf(await readFile(await saved.path()))).toBe(hashOf(buffer));

  const document = { name: 'Guide.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 guide') };
  await page.getByLabel('Upload a document').setInputFiles(document);
  await expect(page.getByRole('link', { name: 'Download Guide.pdf' })).toBeVisible();
  await expect(page.getByText('Last updated')).toBeVisible();
  await page.getByRole('button', { name: 'Edit' }).click();
  const places = page.getByRole('dialog');
  await places.getByLabel('Name of place 1').fill('F-Droid');
  await places.getByLabel('Link of place 1').fill('javascript:alert(1)');
  await places.getByRole('button', { name: 'Save' }).click();
  await expect(places.getByText('Start with https:// or http://.', { exact: true })).toBeVisible();
  await places.getByLabel('Link of place 1').fill('https://f-droid.org/app');
  await places.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('link', { name: /F-Droid/ })).toHaveAttribute('href', 'https://f-droid.org/app');
  await expectGoodLooks(page, 'app-download');
});
