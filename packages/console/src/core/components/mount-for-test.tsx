import { MantineProvider } from '@mantine/core';
import { notifyManager } from '@tanstack/react-query';
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { onTestFinished } from 'vitest';
import { queryClient } from '../api/query.ts';
import { theme } from '@fairwatch/look';
import { toast } from '../toast/toast.tsx';

const surroundings: { IS_REACT_ACT_ENVIRONMENT?: boolean } = globalThis as never;
surroundings.IS_REACT_ACT_ENVIRONMENT = true;
// React wants to know about every update in a test, and many come from the query cache.
notifyManager.setNotifyFunction((notify) => (surroundings.IS_REACT_ACT_ENVIRONMENT ? act(() => notify()) : notify()));

/** Draws into the test's document and takes it away when the test ends. `box` is the element around what was drawn. */
export function mount(content: ReactNode): { box: HTMLElement; redraw: (content: ReactNode) => void } {
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
    act(() => {
      root.unmount();
      // Toasts live outside of what is drawn, and the next file of this worker would see them.
      toast.removeAll();
    });
    page.remove();
    // Last: what is on screen asks again when its answers are gone.
    queryClient.clear();
  });
  return { box: page.querySelector('main') ?? page, redraw };
}

/** Presses the button or link with this text. */
export async function press(box: Element, text: string): Promise<void> {
  const target = [...box.querySelectorAll<HTMLElement>('button, a')].find((item) => item.textContent?.trim() === text);
  if (!target) throw new Error(`Nothing to press says "${text}".`);
  await act(async () => target.click());
}
