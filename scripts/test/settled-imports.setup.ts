import { afterAll, vi } from 'vitest';

// A page that a test opened may still be fetching its code when the test ends. Vitest refuses modules that arrive after
// the file's environment is gone and remembers the refusal, so that another file of the same worker fails to import them.
afterAll(() => vi.dynamicImportSettled());
