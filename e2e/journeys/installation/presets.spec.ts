import { sidebarLinksAtMost } from '@fairwatch/contract';
import type { Locator, Page } from '@playwright/test';
import { callApi } from '../../src/api.ts';
import { openPhone } from '../../src/companion.ts';
import { createFairwatch } from '../../src/fairwatch.ts';
import { expect, signIn, test } from '../../src/test.ts';
import { visit } from '../../src/visit.ts';

const sidebarLinks = (page: Page) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('listitem').getByRole('link');

interface Beginning {
  preset: 'Family' | 'School' | 'Fleet';
  /** True where the form of a passcode asks for the guardian of a minor. */
  minor: boolean;
  /** True where its rules ask why a location is read. */
  reason: boolean;
  /** The clicks from the first page to the first shared location: 12 for a family; one more for a reason, or where no field ends with Enter. */
  clicksAtMost: number;
  /** A kind that the preset uses no more than its notice names. */
  unused: string;
}

/** Walks from the question whom an installation is for to the first location that a person shares, and counts links and clicks. */
async function walkToFirstLocation(
  page: Page,
  phone: Awaited<ReturnType<typeof openPhone>>,
  { preset, minor, reason, unused, clicksAtMost }: Beginning,
): Promise<Page> {
  let clicks = 0;
  const press = async (target: Locator) => {
    clicks += 1;
    await target.click();
  };
  await signIn(page);
  await expect(page.getByRole('heading', { name: 'Who is this for?' })).toBeVisible();
  await press(page.getByRole('button', { name: `Choose ${preset}` }));
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await expect(sidebarLinks(page).first()).toBeVisible();
  expect(await sidebarLinks(page).count()).toBeLessThanOrEqual(sidebarLinksAtMost);
  await expect(sidebarLinks(page).getByText('Passcodes', { exact: true })).toBeVisible();
  await expect(page.getByText('OTP List')).toHaveCount(0);
  // The hours of its rules would let this journey pass at some times of the day only.
  expect((await callApi(page, 'config/sharing-hours/update', { hours: null })).status).toBe(200);

  // A passcode, of which at most the guardian is left to type.
  await press(page.getByRole('button', { name: 'Create a passcode' }));
  if (minor) {
    await expect(page.getByRole('textbox', { name: 'Parent or guardian' })).toBeFocused();
    await page.keyboard.type('Mara Berg');
    await page.keyboard.press('Enter');
  } else {
    // Its first field is a list, which Enter would open.
    await press(page.getByRole('dialog').getByRole('button', { name: /^Create/ }));
  }
  const address = await page.getByRole('link', { name: 'Try it here' }).getAttribute('href');

  // The person opens the link on their phone, which counts as one press.
  const shared = await phone.newPage();
  clicks += 1;
  await shared.goto(address ?? '');
  await press(shared.getByRole('button', { name: 'Read the notice' }));
  await expect(shared.getByText(unused)).toHaveCount(0);
  await press(shared.getByRole('button', { name: 'I have read it' }));
  await expect(shared.getByRole('switch', { name: 'Location', exact: true })).toBeVisible();
  await expect(shared.getByText(unused)).toHaveCount(0);
  await press(shared.getByRole('switch', { name: 'Location', exact: true }));
  await press(shared.getByRole('button', { name: /^Share/ }));
  await press(shared.getByLabel('Name'));
  await shared.getByLabel('Name').fill('lena');
  await press(shared.getByRole('button', { name: 'Join', exact: true }));
  await expect(shared.getByRole('heading', { name: 'Hello lena' })).toBeVisible();

  await press(page.getByRole('link', { name: 'See where it is' }));
  if (reason) {
    await page.getByRole('dialog').getByLabel('Reason').fill('To see whether the phone works');
    await press(page.getByRole('button', { name: 'Give the reason' }));
  }
  await expect(page.getByRole('heading', { name: 'Location', level: 1 })).toBeVisible();
  await press(page.getByRole('button', { name: 'Update', exact: true }));
  // A browser asks its person each time.
  await press(shared.getByRole('button', { name: 'Allow once' }));
  await expect(page.getByText(/48\.137/).first()).toBeVisible();
  expect(clicks).toBeLessThanOrEqual(clicksAtMost);
  expect(await sidebarLinks(page).count()).toBeLessThanOrEqual(sidebarLinksAtMost);
  return shared;
}

for (const beginning of [
  { preset: 'School', minor: true, reason: true, clicksAtMost: 13, unused: 'Text messages' },
  { preset: 'Fleet', minor: false, reason: false, clicksAtMost: 13, unused: 'Photos and videos' },
] as const) {
  test(
    `a ${beginning.preset.toLowerCase()} begins with an empty installation, and comes to a first location as fast`,
    { tag: '@full' },
    async ({ browser }) => {
      test.slow();
      const fairwatch = await createFairwatch({ devices: 0, settings: { PRESET: '' } });
      const context = await browser.newContext({ baseURL: fairwatch.url });
      const phone = await openPhone(browser, fairwatch);
      try {
        await fairwatch.start();
        await walkToFirstLocation(await context.newPage(), phone, beginning);
      } finally {
        await phone.close();
        await context.close();
        await fairwatch.remove();
      }
    },
  );
}

test(
  'a family begins with an empty installation, and sees no more than it uses',
  { tag: '@full' },
  async ({ browser }) => {
    test.slow();
    const fairwatch = await createFairwatch({ devices: 0, settings: { PRESET: '' } });
    const context = await browser.newContext({ baseURL: fairwatch.url });
    const phone = await openPhone(browser, fairwatch);
    try {
      await fairwatch.start();
      const page = await context.newPage();
      const shared = await walkToFirstLocation(page, phone, {
        preset: 'Family',
        minor: true,
        reason: false,
        clicksAtMost: 12,
        unused: 'Call recording',
      });

      // The first place is a form that is filled in but for where it is; then the alert is proposed.
      await visit(page, '/installation');
      await page.getByRole('link', { name: 'Draw a place' }).first().click();
      await expect(page.locator('[name=name]')).toHaveValue('Home');
      await page.locator('[name=latitude]').fill('48.137');
      await page.locator('[name=longitude]').fill('11.575');
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByRole('link', { name: 'Set an alert' }).click();
      const alert = page.getByRole('dialog', { name: 'Create an alert rule' });
      await expect(alert.locator('[name=name]')).toHaveValue('Arrives at Home');
      await alert.getByRole('button', { name: 'Create', exact: true }).click();
      await expect(page.getByRole('row').filter({ hasText: 'Arrives at Home' })).toBeVisible();
      // The person reads who set what.
      await expect(shared.getByText(/(?:watch(?:es)?|looks? at) (?:your|this) phone by/).first()).toBeVisible();

      // A typed address of what a family does not use.
      await visit(page, '/device/permission/1');
      await expect(page.getByText('This installation does not use this kind of data: App permissions.')).toBeVisible();
      await visit(page, '/device/call/1');
      await expect(page.getByRole('button', { name: 'Call Recorder' })).toHaveCount(0);
      await page.getByRole('button', { name: 'Search and commands' }).click();
      const palette = page.getByRole('dialog', { name: 'Command palette' });
      await palette.getByRole('combobox').fill('permission');
      await expect(palette.getByText('App Permissions')).toHaveCount(0);
      // One press may only empty the field; the next closes.
      await expect(async () => {
        await page.keyboard.press('Escape');
        await expect(palette).toBeHidden({ timeout: 1000 });
      }).toPass();

      // Another preset, which takes the location of nobody.
      await visit(page, '/installation');
      await page.getByRole('button', { name: 'Change to School' }).click();
      const dialog = page.getByRole('dialog', { name: 'Change to School' });
      await expect(dialog.getByText('Text messages: nobody shares it, and nothing was collected')).toBeVisible();
      await dialog.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(page.getByRole('region', { name: 'School' }).getByText('In use')).toBeVisible();
      await visit(page, '/device/sms_chat/1');
      await expect(page.getByText('This installation does not use this kind of data: Text messages.')).toBeVisible();

      // Location is taken away with what was collected.
      await visit(page, '/installation');
      await page.getByRole('switch', { name: /^Location/ }).uncheck({ force: true });
      await page.getByRole('button', { name: 'Review the change' }).click();
      const taking = page.getByRole('dialog', { name: 'Change what is used' });
      await expect(taking.getByText(/^Location: 1 device shares it; .* collected from 1 device/)).toBeVisible();
      await taking.getByRole('checkbox').check();
      await taking.getByRole('button', { name: 'Delete and save' }).click();
      await expect(taking).toHaveCount(0);
      await visit(page, '/device/location/1');
      await expect(page.getByText('This installation does not use this kind of data: Location.')).toBeVisible();
    } finally {
      await phone.close();
      await context.close();
      await fairwatch.remove();
    }
  },
);
