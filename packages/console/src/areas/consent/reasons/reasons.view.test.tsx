import { listUsePolicies, updateUsePolicies, type ShownPolicy } from '@fairwatch/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../../core/api/query.ts';
import { mount, press } from '../../../core/components/mount-for-test.tsx';
import { hasUnsavedChanges } from '../../../core/forms/leave/unsaved-changes.ts';
import { ReasonsView } from './reasons.view.tsx';

const unset = { changedBy: null, changedAt: null };
let policies: ShownPolicy[];
let refused: boolean;
const saved: unknown[] = [];
let box: HTMLElement;

beforeEach(async () => {
  policies = [
    { capability: 'CONTACTS', reason: 'ASKED', approval: false, ...unset },
    { capability: 'SMS', reason: 'REQUIRED', approval: true, ...unset },
  ];
  refused = false;
  saved.length = 0;
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    if (url.endsWith(updateUsePolicies.path)) saved.push(JSON.parse(String(body)));
    const no = refused && !url.endsWith(listUsePolicies.path);
    const message = no ? [{ text: { client: 'Not now.' } }] : [];
    const meta = { has_error: no, message };
    return Response.json({ securityStatus: 'PLAINTEXT', data: no ? null : policies, meta }, { status: no ? 409 : 200 });
  });
  ({ box } = mount(
    <QueryClientProvider client={queryClient}>
      <ReasonsView />
    </QueryClientProvider>,
  ));
  await act(() => vi.waitUntil(() => box.querySelector('[type=checkbox]') !== null));
});
afterEach(() => void vi.unstubAllGlobals());

const approvals = () => [...box.querySelectorAll<HTMLInputElement>('[type=checkbox]')];
const click = (field: HTMLElement | null | undefined) => act(async () => field?.click());
const isSaveOff = () =>
  [...box.querySelectorAll('button')]
    .find(({ textContent }) => textContent?.startsWith('Save'))
    ?.getAttribute('aria-disabled') === 'true';

it('saves only the policies that differ from what is stored', async () => {
  expect(isSaveOff()).toBe(true);
  await click(approvals()[0]);
  // What is changed and changed back is no change.
  await click(approvals()[1]);
  await click(approvals()[1]);
  expect(hasUnsavedChanges()).toBe(true);
  for (const policy of policies) policy.approval = true;
  await press(box, 'Save');
  await act(() => vi.waitUntil(() => isSaveOff()));
  expect(saved).toEqual([{ policies: [{ capability: 'CONTACTS', reason: 'ASKED', approval: true }] }]);
  expect(hasUnsavedChanges()).toBe(false);
});

it('keeps the approval when the reason is changed, and undoes both', async () => {
  await click(box.querySelectorAll<HTMLInputElement>('[value=NONE]')[1]);
  expect(approvals().map(({ checked }) => checked)).toEqual([false, true]);
  await press(box, 'Undo changes');
  expect(box.querySelectorAll<HTMLInputElement>('[value=REQUIRED]')[1]?.checked).toBe(true);
  expect(hasUnsavedChanges()).toBe(false);
});

it('keeps what was chosen when the server refuses it', async () => {
  refused = true;
  await click(approvals()[0]);
  await press(box, 'Save');
  await act(() => vi.waitUntil(() => saved.length > 0 && box.querySelector('[data-loading]') === null));
  expect(approvals()[0]?.checked).toBe(true);
  expect(isSaveOff()).toBe(false);
});
