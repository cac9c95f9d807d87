import { expectAccessibleOnTheWay } from '../../src/looks/looks.ts';
import { expect, test } from '../../src/test.ts';

/** A phone whose person opens what arrives. */
const deviceId = 2;

test('[SPEC 2.21, 2.96] a notification is written, sent and seen, and every step shows by itself', async ({
  console: page,
}) => {
  await page.goto(`/device/trigger-notifications/${deviceId}`);
  await expect(page.getByRole('heading', { name: 'Trigger Notifications', level: 1 })).toBeVisible();
  await expect(page.getByText('No Notifications available')).toBeVisible();

  await page.getByRole('button', { name: 'New Notification' }).click();
  const writing = page.getByRole('dialog', { name: 'New notification' });
  await expect(writing.getByLabel('Title')).toBeFocused();
  await writing.getByRole('button', { name: 'Send' }).click();
  await expect(writing.getByText('Please enter a title.')).toBeVisible();
  await expect(writing.getByText('Please enter a message.')).toBeVisible();
  await writing.getByLabel('Title').fill('Inventory on Friday');
  await writing.getByLabel('Message').fill('Please bring the device to the front desk.\nThank you!');
  await writing.getByText('Warning').click();
  await expectAccessibleOnTheWay(page);
  await writing.getByRole('button', { name: 'Send' }).click();
  await expect(writing).toBeHidden();

  const row = page.getByRole('row').filter({ hasText: 'Inventory on Friday' });
  await expect(row).toContainText('Warning');
  await expect(row).toContainText('admin');
  await row.click();
  const viewed = page.getByRole('dialog', { name: 'Inventory on Friday' });
  await expect(viewed).toContainText('Thank you!');
  // The person opens it, or puts it away, while the admin looks.
  await expect(viewed).toContainText(/The person has (opened it|put it away)/);
  await expectAccessibleOnTheWay(page);
  await viewed.getByRole('button', { name: 'Close' }).click();
  await expect(row).toContainText(/Seen|Dismissed/);

  await page.getByLabel('Search notifications').fill('nothing like it');
  await expect(row).toHaveCount(0);
  await page.getByLabel('Search notifications').fill('front desk');
  await expect(row).toBeVisible();

  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByText('Inventory on Friday')).toBeVisible();
});
