import { MantineProvider } from '@mantine/core';
import { notifyManager } from '@tanstack/react-query';
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { onTestFinished } from 'vitest';
import { queryClient } from '../api/query.ts';
import { theme } from '@fairwatch/look';
import { toast } from '../toast/toast.tsx';

const environment: { IS_REACT_ACT_ENVIRONMENT?: boolean } = globalThis as never;
environment.IS_REACT_ACT_ENVIRONMENT = true;
// React warns about updates outside of act(). The query cache causes many, so its notifications are wrapped.
notifyManager.setNotifyFunction((notify) => (environment.IS_REACT_ACT_ENVIRONMENT ? act(() => notify()) : notify()));

/** Renders content into the document and unmounts it when the test ends. `box` is the element around the content. */
export function mount(content: ReactNode): { box: HTMLElement; redraw: (content: ReactNode) => void } {
  environment.IS_REACT_ACT_ENVIRONMENT = true;
  const page = document.body.appendChild(document.createElement('div'));
  const root = createRoot(page);
  const redraw = (next: ReactNode) =>
    root.render(
      <MantineProvider theme={theme} env="test">
        <main>{next}</main>
      </MantineProvider>,
    );
  act(() => redraw(content));
  onTestFinished(() => {
    environment.IS_REACT_ACT_ENVIRONMENT = true;
    act(() => {
      root.unmount();
      // Toasts are global state, which the next test file of this worker would see.
      toast.removeAll();
    });
    page.remove();
    // The cache is cleared last, because mounted components would refetch.
    queryClient.clear();
  });
  return { box: page.querySelector('main') ?? page, redraw };
}

/** Like `mount`, for what renders asynchronously as in a browser, such as a whole page: its updates cannot be wrapped in act(). */
export function mountLive(content: ReactNode): HTMLElement {
  const { box } = mount(content);
  // Until it is unmounted, because it also updates while the hooks after the test run.
  environment.IS_REACT_ACT_ENVIRONMENT = false;
  return box;
}

/** Clicks the button or link with this text. */
export async function press(box: Element, text: string): Promise<void> {
  const target = [...box.querySelectorAll<HTMLElement>('button, a')].find((item) => item.textContent?.trim() === text);
  if (!target) throw new Error(`There is no button or link with the text "${text}".`);
  await act(async () => target.click());
}
