import { expect, test } from '../../src/test.ts';

test.use({ ownContext: true, allowedErrors: [/./] });

test('a browser that is too old reads which ones are not, at the console and at the companion', async ({
  page,
  fairwatch,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(URL, 'parse'));
  await page.setViewportSize({ width: 320, height: 600 });
  for (const path of ['/', '/device-list', '/companion/', '/companion/join']) {
    await page.goto(fairwatch.url + path);
    await expect(page.getByRole('heading', { name: 'This browser is too old for Fairwatch' })).toBeVisible();
    await expect(page.getByText('Firefox, version 126 or newer')).toBeInViewport();
    await expect(page.getByRole('textbox')).toHaveCount(0);
  }
});
