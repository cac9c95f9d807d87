import { expect, it, vi } from 'vitest';
import { createPageStack } from './page-stack.ts';
import type { Page } from './view.ts';

const pageOf = (title: string): Page => ({ view: () => ({ title, blocks: [] }) });

it('shows why something failed on its page, or on the one below when that was closed meanwhile', async () => {
  const onChange = vi.fn<() => void>();
  const stack = createPageStack(onChange);
  stack.open(pageOf('below'));
  const below = stack.top;
  const page = pageOf('above');
  stack.open(page);
  const above = stack.top;
  if (!below || !above) throw new Error('The pages are not open.');
  stack.run(above, () => Promise.reject(new Error('Not now.')));
  await vi.waitFor(() => expect([above.problem, below.problem]).toEqual(['Not now.', null]));
  stack.run(above, () => {
    stack.close(page);
    return Promise.reject(new Error('The server refused it.'));
  });
  await vi.waitFor(() => expect(below.problem).toBe('The server refused it.'));
});
