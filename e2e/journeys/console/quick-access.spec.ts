import { callApi } from '../../src/api.ts';
import { expectAccessibleOnTheWay } from '../../src/looks/looks.ts';
import { expect, test } from '../../src/test.ts';
import { visit } from '../../src/visit.ts';

test(
  'by keyboard alone: the palette, a device, another device, shortcuts and a saved view',
  { tag: '@full' },
  async ({ console: page }) => {
    const nameOf = async (deviceId: number) => {
      const { text } = await callApi(page, 'device/summary', { deviceId });
      return (JSON.parse(text) as { data: { displayName: string } | null }).data?.displayName ?? '';
    };
    const [first, second] = [await nameOf(1), await nameOf(2)];
    const palette = page.getByRole('dialog', { name: 'Command palette' });
    const field = palette.getByRole('combobox');
    const heading = (name: string) => page.getByRole('heading', { name, level: 1 });

    await page.goto('/');
    await expect(heading('Dashboard')).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(field).toBeFocused();
    await page.keyboard.type(first);
    await expect(palette.getByRole('option', { selected: true })).toContainText(first);
    await expectAccessibleOnTheWay(page);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/device\/overview\/1$/);
    await expect(heading('Overview')).toBeFocused();

    // A device and a page in one go; then what people call a page.
    await page.keyboard.press('Control+k');
    await page.keyboard.type(`${second} cont`);
    await expect(palette.getByRole('option', { selected: true })).toContainText('Contacts');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/device\/contact\/2$/);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('sms');
    await expect(palette.getByRole('option', { selected: true })).toContainText('Text Messages');
    await field.fill('passcode');
    await expect(palette.getByRole('option', { name: /OTP List/ })).toBeVisible();
    await field.fill('add device');
    await expect(palette.getByRole('option', { selected: true })).toContainText('Add a device');
    await page.keyboard.press('Escape');
    await visit(page, '/device/overview/1');
    await expect(heading('Overview')).toBeVisible();

    await page.keyboard.press(']');
    await expect(heading('Trigger Notifications')).toBeVisible();
    await page.keyboard.press('[');
    await expect(heading('Overview')).toBeVisible();

    await page.keyboard.press('s');
    const switcher = page.getByRole('combobox', { name: 'Switch device' });
    await expect(switcher).toBeFocused();
    await page.keyboard.type(second);
    await expect(page.getByRole('option', { name: second })).toContainText(/Online|Offline/);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/device\/overview\/2$/);

    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(sheet.getByText('Use single keys as shortcuts')).toBeVisible();
    await expectAccessibleOnTheWay(page);
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();

    // Both at once: a machine that is busy between them must not make it too late for the second.
    await Promise.all([page.keyboard.press('g'), page.keyboard.press('d')]);
    await expect(heading('Devices')).toBeVisible();
    await page.keyboard.press('/');
    await expect(page.getByRole('searchbox')).toBeFocused();
    await page.keyboard.type(first);
    await expect(page).toHaveURL((url) => url.searchParams.get('search') === first);
    await page.getByRole('button', { name: 'Views' }).press('Enter');
    await page.getByLabel('Name for this view').fill('Only one');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Views, now: Only one' })).toBeVisible();
    await expectAccessibleOnTheWay(page);
    await visit(page, '/');
    await expect(heading('Dashboard')).toBeVisible();
    await visit(page, '/device-list');
    await page.getByRole('button', { name: 'Views' }).press('Enter');
    await page.getByRole('button', { name: 'Only one', exact: true }).press('Enter');
    await expect(page.getByRole('searchbox')).toHaveValue(first);
    await expect(page.getByRole('button', { name: 'Views, now: Only one' })).toBeVisible();
  },
);
