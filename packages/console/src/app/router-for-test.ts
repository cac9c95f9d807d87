import { onTestFinished } from 'vitest';
import type { ConsolePages } from '../core/router/page.ts';
import { createConsoleRouter, followSession } from './create-router.ts';

/** A router that follows the session until the test ends: one that is left behind would move the address of the next tests. */
export function routerForTest(pages: ConsolePages): ReturnType<typeof createConsoleRouter> {
  const router = createConsoleRouter(pages);
  onTestFinished(followSession(router));
  return router;
}
