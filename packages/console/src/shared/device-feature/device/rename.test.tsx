import { errorText } from '@fairwatch/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../../core/api/query.ts';
import { mount } from '../../../core/components/mount-for-test.tsx';
import { sessionStore } from '../../../core/session/session-store.ts';
import { toast, Toaster } from '../../../core/toast/toast.tsx';
import { RenameDevice, RenameUser } from './rename.tsx';

const server = vi.fn<typeof fetch>();

function answer(status: number, data: unknown): Response {
  const message = status === 200 ? [] : [{ text: { client: errorText('not_allowed') } }];
  const meta = { has_error: status !== 200, message, pagination: null };
  return Response.json({ securityStatus: 'PLAINTEXT', data, meta }, { status });
}

const toastTexts = () =>
  [...document.querySelectorAll('[data-type]:not([data-leaving])')].map((element) => element.textContent);
const dialog = () => document.querySelector<HTMLElement>('dialog');

/** Draws both buttons for an admin with this access, and opens one of their dialogs. */
async function open(name: 'Rename device' | 'Rename person'): Promise<HTMLInputElement> {
  const { box } = mount(
    <QueryClientProvider client={queryClient}>
      <RenameDevice deviceId={7} nickname="Depot" username="mara" />
      <RenameUser userId={3} nickname="" username="mara" />
      <Toaster />
    </QueryClientProvider>,
  );
  const button = box.querySelector<HTMLElement>(`button[aria-label="${name}"]`);
  await act(async () => button?.click());
  return await vi.waitFor(() => {
    const input = dialog()?.querySelector('input');
    if (!input) throw new Error('The dialog is not there yet.');
    return input;
  });
}

async function typeAndSave(input: HTMLInputElement, text: string): Promise<void> {
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  await act(async () => {
    setValue?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await act(async () => input.form?.requestSubmit());
}

function signIn(featureAccess: 'READ_ONLY' | 'FULL_ACCESS'): void {
  const entries = (['DEVICES', 'USERS'] as const).map((featurePermission, id) => ({
    id,
    featurePermission,
    featureAccess,
  }));
  sessionStore.setProfile({ adminRole: 'ADMIN', featureAccessDTOs: entries });
}

beforeEach(() => {
  // What another file showed last may still be there.
  act(() => toast.removeAll());
  vi.stubGlobal('fetch', server);
  signIn('FULL_ACCESS');
});
afterEach(() => {
  act(() => {
    toast.removeAll();
    sessionStore.logout();
  });
  server.mockReset();
  vi.unstubAllGlobals();
});

describe('renaming', () => {
  it('[SPEC 2.61] sends the nickname, trimmed, and closes', async () => {
    server.mockResolvedValue(answer(200, { nickname: 'Van 4' }));
    const input = await open('Rename device');
    expect(input.value).toBe('Depot');
    await typeAndSave(input, '  Van 4 ');
    expect(JSON.parse(String(server.mock.calls[0]?.[1]?.body))).toEqual({ deviceId: 7, nickname: 'Van 4' });
    expect(toastTexts()).toEqual(['Request completed successfully.']);
    await vi.waitFor(() => expect(dialog()).toBeNull());
  });

  it.each([
    ['Rename person', 'Failed to update user nickname.'],
    ['Rename device', 'Failed to update device nickname.'],
  ] as const)('[SPEC 8.7, 8.8] %s says when it fails: %s', async (name, text) => {
    server.mockResolvedValue(answer(500, null));
    const input = await open(name);
    await typeAndSave(input, 'Another');
    expect(toastTexts()).toEqual([text]);
    expect(dialog()?.querySelector('input')?.value).toBe('Another');
  });

  it('sends nothing when the name is unchanged', async () => {
    await typeAndSave(await open('Rename device'), 'Depot');
    expect(server).not.toHaveBeenCalled();
    await vi.waitFor(() => expect(dialog()).toBeNull());
  });

  it('of an account that signs in needs the permission to manage roles', () => {
    const { box } = mount(<RenameUser userId={3} nickname="" username="mara" signsIn />);
    expect(box.querySelector('button')).toBeNull();
    const featureAccessDTOs = [{ id: 1, featurePermission: 'ROLE_MANAGER', featureAccess: 'FULL_ACCESS' } as const];
    act(() => sessionStore.setProfile({ featureAccessDTOs }));
    expect(box.querySelector('button')).not.toBeNull();
  });

  it('is offered only with full access', () => {
    signIn('READ_ONLY');
    const { box } = mount(<RenameDevice deviceId={7} nickname="" username="mara" />);
    expect(box.querySelector('button')).toBeNull();
  });
});
