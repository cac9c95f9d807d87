import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { queryClient } from '../../core/api/query.ts';
import { mount } from '../../core/components/mount-for-test.tsx';
import { ReasonQuestion } from './reason-question.tsx';
import { askReason, openQuestions } from './reason-store.ts';

const question = { deviceId: 7, kinds: ['CONTACTS'], required: false } as const;
const field = () => document.querySelector<HTMLTextAreaElement>('dialog textarea');

/** Asks, as a call does, and waits until the question is on screen. The question ends when the caller gives up. */
async function ask(): Promise<AbortController> {
  const caller = new AbortController();
  await act(async () => void askReason(question, caller.signal).catch(() => undefined));
  await vi.waitFor(() => expect(field()).not.toBeNull());
  return caller;
}

async function type(text: string): Promise<void> {
  const input = field();
  await act(async () => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value') ?? {};
    set?.call(input, text);
    input?.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

it('keeps what was typed when the call that asks is made anew, and forgets it once it was answered', async () => {
  mount(
    <QueryClientProvider client={queryClient}>
      <ReasonQuestion />
    </QueryClientProvider>,
  );
  onTestFinished(() =>
    act(() => {
      for (const open of openQuestions.get()) open.settle('cancelled');
    }),
  );
  const refetched = await ask();
  await type('The phone was lost');
  await act(async () => refetched.abort());
  expect(field()).toBeNull();
  const caller = await ask();
  expect(field()?.value).toBe('The phone was lost');
  await act(async () => document.querySelector<HTMLElement>('dialog button[type=button]')?.click());
  expect(openQuestions.get()).toEqual([]);
  await act(async () => caller.abort());
  await ask();
  expect(field()?.value).toBe('');
});
