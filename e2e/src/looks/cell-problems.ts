import type { Page } from '@playwright/test';

/**
 * What is wrong with the cells of the tables on the page: text that is cut off without an ellipsis, and words that are broken in their
 * middle. Only very long words, such as a hash, may break anywhere.
 */
export async function cellProblems(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const breakableFrom = 24;

    const ancestorsOf = (element: Element | null, cell: Element): Element[] =>
      element === null ? [] : element === cell ? [cell] : [element, ...ancestorsOf(element.parentElement, cell)];
    /** True when the text reaches beyond what its ancestors show, and the block around it draws no ellipsis. */
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- it runs in the page, which has nothing from here
    const isCut = (place: DOMRect, ancestors: readonly Element[]): boolean => {
      const block = ancestors.find((element) => getComputedStyle(element).display !== 'inline');
      if (block === undefined) return false;
      const { overflowX, textOverflow, webkitLineClamp } = getComputedStyle(block);
      if (webkitLineClamp !== 'none' || (overflowX !== 'visible' && textOverflow === 'ellipsis')) return false;
      const clips = ancestors.filter((element) => getComputedStyle(element).overflowX !== 'visible');
      return clips.some((element) => place.right > element.getBoundingClientRect().right + 1);
    };
    const brokenWords = (text: Node): string[] =>
      [...(text.textContent ?? '').matchAll(/[\p{L}\p{N}]+/gu)].flatMap(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        // At a line break an empty rectangle stands at the end of the line before.
        const parts = [...range.getClientRects()].filter(({ width }) => width >= 1);
        return word.length < breakableFrom && new Set(parts.map(({ top }) => Math.round(top))).size > 1 ? [word] : [];
      });

    const problemsOf = (cell: HTMLElement): string[] => {
      const problems: string[] = [];
      const name = cell.dataset['label'] ?? cell.dataset['column'] ?? '';
      const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const text = walker.currentNode;
        const ancestors = ancestorsOf(text.parentElement, cell);
        // What only screen readers are given is one pixel large.
        const isShown = ancestors.every(
          (element) => element.checkVisibility() && element.getBoundingClientRect().width !== 1,
        );
        if (!isShown || (text.textContent ?? '').trim() === '') continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        if (isCut(range.getBoundingClientRect(), ancestors)) problems.push(`${name}: "${text.textContent}" is cut off`);
        problems.push(...brokenWords(text).map((word) => `${name}: "${word}" in "${cell.textContent}" is broken`));
      }
      return problems;
    };

    const cells = [...document.querySelectorAll<HTMLElement>('tbody tr:not([aria-hidden]) td')];
    return [...new Set(cells.filter(({ offsetParent }) => offsetParent !== null).flatMap(problemsOf))];
  });
}
