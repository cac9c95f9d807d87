import { promoteUser } from '@fairwatch/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../core/api/query.ts';
import { mount, press } from '../../core/components/mount-for-test.tsx';
import { sessionStore } from '../../core/session/session-store.ts';
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
      const isPromotion = String(url).endsWith(promoteUser.path);
      if (isPromotion) sent(JSON.parse(String(request?.body)));
      const fails = isPromotion && refused;
      const message = fails ? [{ text: { client: 'Not now.' }, code: 'no' }] : [];
      const meta = { has_error: fails, message, pagination: null };
      return Response.json({ securityStatus: 'PLAINTEXT', data: [], meta }, { status: fails ? 409 : 200 });
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

it('closes after the account is promoted', async () => {
  refused = false;
  await press(box, 'Promote');
  await act(() => vi.waitUntil(() => close.mock.calls.length > 0));
  expect(sent).toHaveBeenCalledExactlyOnceWith({ userId: 7, reportsTo: 1 });
});

it('stays open after a refusal, so that the admin can try again', async () => {
  refused = true;
  await press(box, 'Promote');
  await act(() => vi.waitUntil(() => sent.mock.calls.length > 0 && !isSaving()));
  expect(close).not.toHaveBeenCalled();
  refused = false;
  await press(box, 'Promote');
  await act(() => vi.waitUntil(() => close.mock.calls.length > 0));
  expect(sent).toHaveBeenCalledTimes(2);
});
