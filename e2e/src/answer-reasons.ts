import type { Page } from '@playwright/test';
import reasonTexts from '../../packages/console/src/shared/reason-gate/reasons.texts.json' with { type: 'json' };

/** What a journey answers when the console asks why a device is used. */
export const journeyReason = 'Walking through the console';

/**
 * Answers the question for a reason whenever it covers the page, as an admin would. Playwright looks for it before each action and
 * while it waits for something to show. A default installation asks for calls, messages, files and recordings.
 */
export async function answerReasons(page: Page): Promise<void> {
  const question = page.getByRole('dialog', { name: reasonTexts.title });
  const answer = async () => {
    // Bound to this one dialog: it may be closing because it was answered a moment ago, and then another one may take its place.
    const open = await question.elementHandle({ timeout: 1000 }).catch(() => null);
    if (open === null) return;
    const [field, confirm] = [await open.$('textarea'), await open.$('button[type=submit]')];
    try {
      await field?.fill(journeyReason);
      await confirm?.click();
    } catch {
      // It closed meanwhile. If not, the next line waits for it, and the journey fails.
    }
    await open.waitForElementState('hidden');
  };
  // Another question may follow at once. Playwright would wait for the first one to be hidden, without answering the second.
  await page.addLocatorHandler(question, answer, { noWaitAfter: true });
}
