import { errorText, type AccessLevel, type Device } from '@fairwatch/contract';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { press } from '../../../../core/components/mount-for-test.tsx';
import { LeaveGuard } from '../../../../core/forms/leave/leave-guard.tsx';
import { addTexts } from '../../../../core/i18n/i18n.ts';
import { mountPages } from '../../../../core/router/mount-pages-for-test.tsx';
import { sessionStore } from '../../../../core/session/session-store.ts';
import { toast } from '../../../../core/toast/toast.tsx';
import { EndDevice } from './end-device.tsx';
import texts from '../overview.texts.json';

addTexts('overview', texts);

const device: Device = {
  id: 7,
  deviceUniqueUUID: 'a',
  username: 'mara',
  displayName: 'mara',
  contactInfo: '',
  appName: 'Fairwatch',
  formattedDate: '2030-01-01T00:00:00.000Z',
  status: 'Online',
  platform: null,
  osName: null,
  noticeShown: true,
  nickname: 'Depot',
  lastSeenAt: null,
};
const server = vi.fn<typeof fetch>();

function answer(status: number): Response {
  const message = status === 200 ? [] : [{ text: { client: errorText('device_not_found') } }];
  const meta = { has_error: status !== 200, message, pagination: null };
  return Response.json({ securityStatus: 'PLAINTEXT', data: null, meta }, { status });
}

const Page = () => (
  <>
    <EndDevice device={device} />
    <LeaveGuard />
  </>
);

/** Renders the button for an admin with this access to devices. */
async function draw(featureAccess: AccessLevel) {
  act(() =>
    sessionStore.setProfile({
      adminRole: 'ADMIN',
      featureAccessDTOs: [{ id: 1, featurePermission: 'DEVICES', featureAccess }],
    }),
  );
  return await mountPages({ '/': Page, '/device-list': () => null });
}

/** Opens the dialog and returns the field of the reason. */
async function open(box: HTMLElement): Promise<HTMLTextAreaElement> {
  await act(async () => box.querySelector('button')?.click());
  return await vi.waitFor(async () => {
    await act(async () => undefined);
    const field = document.querySelector<HTMLTextAreaElement>('dialog textarea');
    if (!field) throw new Error('The dialog is not open yet.');
    return field;
  });
}

async function type(field: HTMLTextAreaElement, reason: string): Promise<void> {
  const setValue = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set;
  await act(async () => {
    setValue?.call(field, reason);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

async function confirm(field: HTMLTextAreaElement, reason: string): Promise<void> {
  await type(field, reason);
  await act(async () => field.form?.requestSubmit());
}

beforeEach(() => void vi.stubGlobal('fetch', server));
afterEach(() => {
  act(() => {
    toast.removeAll();
    sessionStore.logout();
  });
  server.mockReset();
  vi.unstubAllGlobals();
});

describe('ending a device', () => {
  it('is offered only with full access', async () => {
    expect((await draw('READ_ONLY')).box.querySelector('button')).toBeNull();
    expect((await draw('FULL_ACCESS')).box.querySelector('button')?.textContent).toBe('End device');
  });

  it('explains the consequences, and sends nothing without a reason', async () => {
    const { box } = await draw('FULL_ACCESS');
    const field = await open(box);
    const words = document.querySelector('dialog')?.textContent;
    expect(words).toContain('End Depot?');
    expect(words).toContain('What was collected is deleted');
    await confirm(field, '   ');
    expect(document.querySelector('dialog')?.textContent).toContain('Please say why.');
    expect(server).not.toHaveBeenCalled();
  });

  it('sends the reason, trimmed, and opens the list of devices', async () => {
    server.mockResolvedValue(answer(200));
    const { box, router } = await draw('FULL_ACCESS');
    await confirm(await open(box), '  Sold to a friend ');
    expect(JSON.parse(String(server.mock.calls[0]?.[1]?.body))).toEqual({ deviceId: 7, reason: 'Sold to a friend' });
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/device-list'));
  });

  it('keeps the dialog open with the typed reason when it fails', async () => {
    server.mockResolvedValue(answer(404));
    const { box, router } = await draw('FULL_ACCESS');
    await confirm(await open(box), 'Sold to a friend');
    expect(document.querySelector<HTMLTextAreaElement>('dialog textarea')?.value).toBe('Sold to a friend');
    expect(router.state.location.pathname).toBe('/');
  });

  it('asks for confirmation before it discards a typed reason', async () => {
    const { box } = await draw('FULL_ACCESS');
    await type(await open(box), 'Sold to a friend');
    await press(document.body, 'Keep it');
    await vi.waitFor(() => press(document.body, 'Stay'));
    expect(document.querySelector<HTMLTextAreaElement>('dialog textarea')?.value).toBe('Sold to a friend');
  });
});
