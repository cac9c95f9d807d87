import type { Locator, Page } from '@playwright/test';
import { joinPerson } from '../../src/person.ts';
import { expect, test } from '../../src/test.ts';

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

test('[SPEC 8.7, 8.8] a rename that fails in a drawer says so above it, for the pointer and for a screen reader, and pressing the toast keeps the dialog open', async ({
  console: page,
  fairwatch,
  allowedErrors,
}) => {
  await using _person = await joinPerson(fairwatch, 'toasted-toni', { capabilities: ['CONTACTS'] });
  allowedErrors.push(/Failed to load resource/);
  await page.route(/\/(user\/update\/nickname|device\/update-nickname)$/, (route) => route.fulfill({ status: 500 }));
  await page.goto('/users-list?search=toasted-toni');
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
