import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What a person who cannot see, or cannot use a mouse, would stumble over. */
export async function seriousProblems(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    // Without frames of other origins to look into, it needs no page of its own.
    .setLegacyMode()
    .analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
