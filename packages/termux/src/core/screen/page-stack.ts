import { problemText } from '@fairwatch/device/words';
import type { Action, Page, View } from './view.ts';

/** A page on the screen, with what the person did on it. */
export interface OpenPage {
  page: Page;
  /** The first line that is visible. */
  scroll: number;
  /** The action under the cursor; null when none is visible. */
  selected: string | null;
  /** What was typed into the field of the page. */
  typed: string;
  /** The place of the cursor in `typed`. */
  place: number;
  /** Why the last action failed. */
  problem: string | null;
  closed(): void;
}

/** The pages from the first to the one that is visible. */
export function createPageStack(onChange: () => void) {
  const pages: OpenPage[] = [];

  const stack = {
    get top(): OpenPage | undefined {
      return pages.at(-1);
    },
    /** Whether Escape does something on the page that is visible. */
    get canGoBack(): boolean {
      return pages.length > 1 || stack.top?.page.back !== undefined;
    },
    open(page: Page): void {
      const typed = page.view().field?.initial ?? '';
      const entry: OpenPage = {
        page,
        scroll: 0,
        selected: null,
        typed,
        place: Array.from(typed).length,
        problem: null,
        closed: () => undefined,
      };
      pages.push(entry);
      const closed = page.opened?.();
      if (typeof closed === 'function') entry.closed = closed;
      onChange();
    },
    close(page: Page): void {
      const place = pages.findIndex((entry) => entry.page === page);
      if (place === -1) return;
      for (const entry of pages.splice(place).toReversed()) entry.closed();
      onChange();
    },
    back(): void {
      const entry = stack.top;
      if (!entry) return;
      if (entry.page.back) entry.page.back();
      else if (stack.canGoBack) stack.close(entry.page);
      onChange();
    },
    closeAll(): void {
      for (const entry of pages.splice(0).toReversed()) entry.closed();
    },
    /** Does what the person chose, and shows why it failed: on its page, or where the person is when that was closed meanwhile. */
    run(entry: OpenPage, work: () => void | Promise<unknown>): void {
      entry.problem = null;
      const fail = (error: unknown) => {
        const shown = pages.includes(entry) ? entry : stack.top;
        if (shown) shown.problem = problemText(error);
        onChange();
      };
      try {
        void Promise.resolve(work()).catch(fail);
      } catch (error) {
        fail(error);
      }
      onChange();
    },
    runAction(entry: OpenPage, action: Action): void {
      stack.run(entry, () => action.run());
    },
    submit(entry: OpenPage, field: NonNullable<View['field']>, typed: string): void {
      stack.run(entry, () => field.submit(typed));
    },
  };
  return stack;
}
