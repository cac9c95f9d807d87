import { companionPath } from '@fairwatch/contract';
import { theme } from '@fairwatch/look';
import { MantineProvider } from '@mantine/core';
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { onTestFinished } from 'vitest';
import { Router } from 'wouter';

const surroundings: { IS_REACT_ACT_ENVIRONMENT?: boolean } = globalThis as never;

/** Draws into the test's document and takes it away when the test ends. */
export function mount(content: ReactNode): HTMLElement {
  surroundings.IS_REACT_ACT_ENVIRONMENT = true;
  const page = document.body.appendChild(document.createElement('div'));
  const root = createRoot(page);
  act(() =>
    root.render(
      <MantineProvider theme={theme} env="test">
        <Router base={companionPath}>
          <div data-box>{content}</div>
        </Router>
      </MantineProvider>,
    ),
  );
  onTestFinished(() => {
    act(() => root.unmount());
    page.remove();
  });
  return page.querySelector<HTMLElement>('[data-box]') ?? page;
}

/** Presses the button or link with this text. */
export async function press(box: Element, text: string): Promise<void> {
  const target = [...box.querySelectorAll<HTMLElement>('button, a')].find((item) => item.textContent?.trim() === text);
  if (!target) throw new Error(`Nothing to press says "${text}".`);
  await act(async () => target.click());
}

/** Types a text into the field with this label. */
export async function type(box: Element, label: string, text: string): Promise<void> {
  const field = fieldOf(box, label);
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  await act(async () => {
    setValue?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

/** The field that a label names. */
export function fieldOf(box: Element, label: string): HTMLInputElement {
  const found = [...box.querySelectorAll('label')].find((item) => item.textContent?.replace('*', '').trim() === label);
  const field = found && box.querySelector<HTMLInputElement>(`[id="${found.htmlFor}"]`);
  if (!field) throw new Error(`No field is called "${label}".`);
  return field;
}
