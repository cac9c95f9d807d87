import type { Locator, Page } from '@playwright/test';
import { callApi } from '../../src/api.ts';
import { expectAccessibleOnTheWay } from '../../src/looks/looks.ts';
import { joinPerson } from '../../src/person.ts';
import { expect, test } from '../../src/test.ts';
import { visit } from '../../src/visit.ts';
import { watchFor } from '../../src/watch-for.ts';

/** The texts of the live regions that a screen reader is given. What the browser has made inert is not among them. */
async function announced(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  try {
    const { nodes } = await session.send('Accessibility.getFullAXTree');
    const byId = new Map(nodes.map((node) => [node.nodeId, node]));
    const textOf = (id: string): string => {
      const node = byId.get(id);
      if (node === undefined) return '';
      if (node.role?.value === 'StaticText' && !node.ignored) return String(node.name?.value ?? '');
      return (node.childIds ?? []).map(textOf).join('');
    };
    return nodes
      .filter(({ role, ignored }) => role?.value === 'status' && !ignored)
      .map(({ nodeId }) => textOf(nodeId));
  } finally {
    await session.detach();
  }
}

/** Presses Save until its failure is seen, pointed at and pressed: the toast stays for a few seconds only. */
async function expectFailureAbove(dialog: Locator, text: string): Promise<void> {
  const page = dialog.page();
  await expect(async () => {
    await dialog.getByRole('button', { name: 'Save' }).click();
    const toast = page.getByRole('status').filter({ hasText: text }).first();
    // Both act only on what is on top at that point of the screen.
    await toast.hover({ timeout: 10_000 });
    expect(await announced(page)).toContain(text);
    await toast.click({ timeout: 10_000 });
  }).toPass();
  await expect(dialog).toBeVisible();
}

/** The toast about the next update of contacts that is asked for. */
async function updateAndWatch(page: Page) {
  const update = page.getByRole('button', { name: /^Update/ });
  await expect(update).toBeEnabled();
  const toasted = await watchFor(page, '[data-type="success"]', /^Asked .+ for its contacts$/);
  await update.click();
  return await toasted();
}

test('[SPEC 9.10] toasts appear top-right, and cover neither search nor bell nor account', async ({
  console: page,
}) => {
  // Another phone than the one whose notifications are counted below.
  await page.goto('/device/contact/4');
  const header = page.getByRole('banner');
  for (const [width, height] of [
    [1440, 900],
    [1280, 800],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    let toast = await updateAndWatch(page);
    // On a phone only the newest toasts are drawn: notifications of other phones may have come in front of this one.
    while (toast.width === 0) toast = await updateAndWatch(page);
    expect(toast.x + toast.width / 2, `${width}`).toBeGreaterThanOrEqual(width / 2);
    expect(toast.y, `${width}`).toBeLessThan(height / 4);
    const kept = [
      header.getByRole('button', { name: 'Search and commands' }),
      header.getByRole('link', { name: /^Notifications/ }),
      header.getByRole('button', { name: /account/i }),
    ];
    for (const each of kept) {
      const box = await each.boundingBox();
      expect(box && box.y + box.height, `${width}`).toBeLessThanOrEqual(toast.y);
    }
    expect(toast.x, `${width}`).toBeGreaterThanOrEqual(0);
    expect(toast.x + toast.width, `${width}`).toBeLessThanOrEqual(width);
  }
});

test(
  'toasts: a command that ended is told or counted at the bell, and a failure above its drawer',
  { tag: '@full' },
  async ({ console: page, fairwatch, allowedErrors }) => {
    allowedErrors.push(/Failed to load resource/);

    await test.step('a command that ended is told as a toast or counted at the bell, and kept in the list', async () => {
      const title = 'Update of contacts finished';
      const update = () =>
        expect.poll(async () => (await callApi(page, 'contact/command/update', { deviceId: 1 })).status).toBe(200);
      await page.goto('/notification');
      const bell = page.getByRole('banner').getByRole('link', { name: /^Notifications/ });
      await expect(bell).toBeVisible();
      await expect(page.getByText('Live', { exact: true })).toBeVisible();
      const toasted = await watchFor(page, '[data-type="success"]', new RegExp(`^${title}$`));
      await update();
      await toasted();
      // Not that of another phone, whose update of the journey before may end only now.
      const ofThisPhone = page.locator('a[href$="/device/contact/1"]');
      const row = page.getByRole('listitem').filter({ hasText: title, has: ofThisPhone }).first();
      // The toast was seen, so that nobody has to read it again at the bell.
      await expect(row).toBeVisible();
      await expect(row).not.toContainText('Unread');

      // Nobody looks at a tab in the background: what ends meanwhile waits at the bell, together with what ended before.
      await page.evaluate(() =>
        Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' }),
      );
      await update();
      await expect(bell).toHaveAccessibleName(/unread/);
      await expect(row).toContainText('Unread');
      await expect(row).toContainText(/: \d+ commands finished/);
      await row.getByRole('button', { name: /^Show each/ }).click();
      await expect(row.getByRole('listitem').filter({ hasText: title }).nth(1)).toBeVisible();
      await expectAccessibleOnTheWay(page);
      await row.getByRole('link', { name: /commands finished/ }).click();
      await expect(page).toHaveURL(/\/device\/contact\/1$/);
      await expect(page.getByRole('heading', { name: 'Contacts', level: 1 })).toBeVisible();

      // The group was read by opening it; another one is there to be marked.
      await update();
      await bell.click();
      await expect(page).toHaveURL(/\/notification$/);
      await expect(row).toContainText('Unread');
      // Again, if one of the phones has just asked for help.
      await expect(async () => {
        await page.getByRole('button', { name: 'Mark all as read' }).click({ timeout: 10_000 });
        await expect(bell).toHaveAccessibleName('Notifications', { timeout: 10_000 });
      }).toPass();
      await expect(row).not.toContainText('Unread');
    });

    // Somebody looks at the tab again.
    await page.evaluate(() => Object.defineProperty(document, 'visibilityState', { get: () => 'visible' }));

    await test.step('a rename that fails in a drawer says so above it, for the pointer and for a screen reader, and pressing the toast keeps the dialog open', async () => {
      await using _person = await joinPerson(fairwatch, 'toasted-toni', { capabilities: ['CONTACTS'] });
      await page.route(/\/(user\/update\/nickname|device\/update-nickname)$/, (route) =>
        route.fulfill({ status: 500 }),
      );
      await visit(page, '/users-list?search=toasted-toni');
      await page.getByRole('row', { name: /toasted-toni/ }).click();
      const detail = page.getByRole('dialog', { name: 'User' });
      for (const [what, failure] of [
        ['Rename person', 'Failed to update user nickname.'],
        ['Rename device', 'Failed to update device nickname.'],
      ] as const) {
        await detail.getByRole('button', { name: what }).first().click();
        const dialog = page.getByRole('dialog', { name: what });
        await dialog.getByLabel('Nickname').fill('Not this time');
        await expectFailureAbove(dialog, failure);
        await dialog.getByRole('button', { name: 'Cancel' }).click();
        await expect(dialog).toHaveCount(0);
      }
      await expect(detail).toBeVisible();
    });
  },
);
