import { promoteUser } from '@fairwatch/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../api/query.ts';
import { mount, press } from '../components/mount-for-test.tsx';
import { sessionStore } from '../session/session-store.ts';
import { PromoteDialog } from './promote-dialog.tsx';

const close = vi.fn<() => void>();
const sent = vi.fn<(body: unknown) => void>();
let refused: boolean;
let box: HTMLElement;

beforeEach(() => {
  close.mockClear();
  sent.mockClear();
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async (url, request) => {
      const promotes = String(url).endsWith(promoteUser.path);
      if (promotes) sent(JSON.parse(String(request?.body)));
      const no = promotes && refused;
      const message = no ? [{ text: { client: 'Not now.' }, code: 'no' }] : [];
      const meta = { has_error: no, message, pagination: null };
      return Response.json({ securityStatus: 'PLAINTEXT', data: [], meta }, { status: no ? 409 : 200 });
    }),
  );
  act(() => sessionStore.setProfile({ userId: '1', username: 'admin', adminRole: 'SUPER_ADMIN' }));
  ({ box } = mount(
    <QueryClientProvider client={queryClient}>
      <PromoteDialog account={{ id: 7, username: 'mara' }} close={close} />
    </QueryClientProvider>,
  ));
});
afterEach(() => {
  act(() => sessionStore.logout());
  vi.unstubAllGlobals();
});

const isSaving = () => box.querySelector('button[data-loading]') !== null;

it('closes when the account was promoted', async () => {
  refused = false;
  await press(box, 'Promote');
  await act(() => vi.waitUntil(() => close.mock.calls.length > 0));
  expect(sent).toHaveBeenCalledExactlyOnceWith({ userId: 7, reportsTo: 1 });
});

it('stays open when that was refused: it can be tried again', async () => {
  refused = true;
  await press(box, 'Promote');
  await act(() => vi.waitUntil(() => sent.mock.calls.length > 0 && !isSaving()));
  expect(close).not.toHaveBeenCalled();
  refused = false;
  await press(box, 'Promote');
  await act(() => vi.waitUntil(() => close.mock.calls.length > 0));
  expect(sent).toHaveBeenCalledTimes(2);
});
