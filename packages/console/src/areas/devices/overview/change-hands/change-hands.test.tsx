import {
  changeHands,
  groundNotStated,
  type AccessLevel,
  type FeaturePermission,
  type Passcode,
} from '@fairwatch/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../../../core/api/query.ts';
import { press } from '../../../../core/components/mount-for-test.tsx';
import { addTexts } from '../../../../core/i18n/i18n.ts';
import { mountPages } from '../../../../core/router/mount-pages-for-test.tsx';
import { sessionStore } from '../../../../core/session/session-store.ts';
import { toast } from '../../../../core/toast/toast.tsx';
import { ChangeHands } from './change-hands.tsx';
import texts from '../overview.texts.json';

addTexts('overview', texts);

const passcode: Passcode = {
  id: 1,
  otpCode: 'ABCDWXYZ',
  signing: null,
  language: null,
  state: 'VALID',
  asked: [],
  ground: groundNotStated,
  name: 'Nora',
  email: '',
  group: null,
  admin: 'owner',
  batchId: 1,
  remindedAt: null,
  createdBy: 'owner',
  createdAt: '2026-11-15T12:00:00Z',
  expiresAt: '2026-11-16T12:00:00Z',
  usedAt: null,
  usedBy: null,
};
const sent: unknown[] = [];

const Page = () => (
  <QueryClientProvider client={queryClient}>
    <ChangeHands deviceId={7} deviceName="Depot" person="mara" />
  </QueryClientProvider>
);

async function draw(...permissions: FeaturePermission[]): Promise<Awaited<ReturnType<typeof mountPages>>> {
  const featureAccess: AccessLevel = 'FULL_ACCESS';
  act(() =>
    sessionStore.setProfile({
      adminRole: 'ADMIN',
      featureAccessDTOs: permissions.map((featurePermission, id) => ({ id, featurePermission, featureAccess })),
    }),
  );
  return await mountPages({ '/': Page, '/device-list': () => null });
}

async function fill(name: string, text: string): Promise<void> {
  const field = document.querySelector<HTMLInputElement>(`dialog [name=${name}]`);
  await act(async () => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text);
    field?.dispatchEvent(new Event(field.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }));
  });
}

async function shown(text: string): Promise<void> {
  await vi.waitFor(async () => {
    await act(async () => undefined);
    expect(document.querySelector('dialog')?.textContent).toContain(text);
  });
}

beforeEach(() => {
  sent.length = 0;
  vi.stubGlobal('fetch', async (url: string, request?: RequestInit) => {
    if (url.endsWith(changeHands.path)) sent.push(JSON.parse(String(request?.body)));
    const installation = { version: '1', payloadMode: 'PLAINTEXT', companionOrigin: 'https://join.example.org' };
    const data = url.endsWith(changeHands.path) ? passcode : installation;
    return Response.json({ securityStatus: 'PLAINTEXT', data, meta: { has_error: false, message: [] } });
  });
});
afterEach(() => {
  act(() => {
    toast.removeAll();
    sessionStore.logout();
  });
  vi.unstubAllGlobals();
});

describe('a device that changes hands', () => {
  it('is offered to who may end devices and make passcodes', async () => {
    expect((await draw('DEVICES')).box.querySelector('button')).toBeNull();
    expect((await draw('OTP_LIST')).box.querySelector('button')).toBeNull();
    expect((await draw('DEVICES', 'OTP_LIST')).box.querySelector('button')?.textContent).toBe('Hand to another person');
  });

  it('asks for a reason, the next person and the ground, then shows the new passcode', async () => {
    const { box, router } = await draw('DEVICES', 'OTP_LIST');
    await press(box, 'Hand to another person');
    await shown('Hand Depot to another person?');
    await press(document.body, 'End and make a passcode');
    await shown('Please name the next person.');
    expect(sent).toEqual([]);
    await fill('reason', 'Mara has a new one');
    await fill('name', 'Nora');
    await fill('purpose', 'WORK');
    await press(document.body, 'End and make a passcode');
    await shown('ABCD-WXYZ');
    const ground = { ...groundNotStated, purpose: 'WORK' };
    expect(sent).toEqual([{ deviceId: 7, reason: 'Mara has a new one', name: 'Nora', ground, asked: [] }]);
    await press(document.body, 'Close');
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/device-list'));
  });
});
