import type { Page } from '@playwright/test';
import reasonTexts from '../../packages/console/src/shared/reason-gate/reasons.texts.json' with { type: 'json' };

/** What a journey answers when the console asks why a device is used. */
export const journeyReason = 'Walking through the console';

/**
 * Answers the question for a reason whenever it covers the page, as an admin would. Playwright looks for it before each action and
 * while it waits for something to show. A default installation asks for calls, messages, files and recordings.
 */
export async function answerReasons(page: Page): Promise<void> {
  await page.addLocatorHandler(page.getByRole('dialog', { name: reasonTexts.title }), async (dialog) => {
    await dialog.getByLabel(reasonTexts.label).fill(journeyReason);
    await dialog.getByRole('button', { name: reasonTexts.confirm }).click();
  });
}
