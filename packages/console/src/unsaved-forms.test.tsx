import {
  featurePermissions,
  loadDefaultHours,
  loadWebPush,
  type AdminDetail,
  type Retention,
  type Ticket,
} from '@fairwatch/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, type ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from './core/api/query.ts';
import { mount, press } from './core/components/mount-for-test.tsx';
import { LeaveDialog } from './core/forms/leave/leave-dialog.tsx';
import { hasUnsavedChanges } from './core/forms/leave/unsaved-changes.ts';
import { addTexts } from './core/i18n/i18n.ts';
import { initialSession, sessionStore } from './core/session/session-store.ts';
import accountTexts from './areas/accounts/account/account.texts.json';
import { AddPasskeyDialog } from './areas/accounts/account/passkey-dialogs.tsx';
import { EmailDialog } from './areas/accounts/account/email-dialog.tsx';
import { PasswordCard } from './areas/accounts/account/password-card.tsx';
import { AccessSection } from './areas/accounts/admins/access-section.tsx';
import adminTexts from './areas/accounts/admins/admins.texts.json';
import { NameSection } from './areas/accounts/admins/name-section.tsx';
import downloadTexts from './areas/installation/app-download/app-download.texts.json';
import { EditMediators } from './areas/installation/app-download/edit-mediators.tsx';
import { DetailsStep } from './areas/accounts/auth/register.view.tsx';
import registerTexts from './areas/accounts/auth/register.texts.json';
import { RenameDialog } from './areas/files/file-manager/actions/rename-dialog.tsx';
import type { FileRow } from './areas/files/file-manager/file-path.ts';
import fileTexts from './areas/files/file-manager/files.texts.json';
import { NewNotification } from './areas/support/push-notifications/new-notification.tsx';
import pushTexts from './areas/support/push-notifications/push-notifications.texts.json';
import { RetentionView } from './areas/device-data/retention/retention.view.tsx';
import { EditTicket } from './areas/support/tickets/edit/edit-ticket.tsx';

addTexts('account', accountTexts);
addTexts('admins', adminTexts);
addTexts('app-download', downloadTexts);
addTexts('files', fileTexts);
addTexts('register', registerTexts);
addTexts('push-notifications', pushTexts);

const admin: AdminDetail = {
  id: 7,
  username: 'mara',
  displayName: 'mara',
  nickname: '',
  email: '',
  adminStatus: 'ADMIN',
  reportsTo: '',
  reportsToId: null,
  blocked: false,
  devices: 0,
  twoFactor: false,
  passkeys: 0,
  featureAccessDTOs: featurePermissions.map((featurePermission) => ({ featurePermission, featureAccess: 'NO_ACCESS' })),
  customSidebar: null,
  createdAt: '2026-11-01T08:00:00Z',
  refusal: '',
  unblockRefusal: '',
  signInRefusal: '',
};
const ticket: Ticket = {
  id: 4,
  title: 'Help',
  description: 'Please.',
  category: 'SUPPORT',
  date: '2026-11-01T08:00:00Z',
  priority: 'MEDIUM',
  status: 'OPEN',
  clientUsername: 'mara',
  clientName: 'mara',
  device: null,
  version: 1,
  updatedAt: '2026-11-01T08:00:00Z',
  messageCount: 0,
  unreadCount: 0,
  lastMessage: null,
};
const file = { id: 1, parent: 'Notes', name: 'a.txt', folder: false } as FileRow;
const retention: Retention = {
  kind: 'contacts',
  title: 'Contacts',
  covers: 'All contacts.',
  days: 90,
  defaultDays: 90,
  rows: 3,
  due: 0,
  changedBy: null,
  changedAt: null,
};

/** What the cards below the retention of data load; whether they are drawn in time depends on what this worker has imported. */
const unchanged = { changedBy: null, changedAt: null };
const cards = [
  [loadDefaultHours, { hours: null, ...unchanged }],
  [loadWebPush, { enabled: false, services: [], subscribedDevices: 0, ...unchanged }],
] as const;

const close = vi.fn<() => void>();
const nothing = async () => {};

beforeEach(() => {
  vi.stubGlobal('fetch', async (url: string) => {
    const data = cards.find(([{ path }]) => url.endsWith(path))?.[1] ?? [retention];
    return Response.json({ data, meta: { has_error: false } });
  });
  act(() =>
    sessionStore.setProfile({
      ...initialSession,
      userId: '1',
      adminRole: 'SUPER_ADMIN',
      featureAccessDTOs: featurePermissions.map((featurePermission, id) => ({
        id,
        featurePermission,
        featureAccess: 'FULL_ACCESS',
      })),
    }),
  );
});
afterEach(() => {
  act(() => sessionStore.logout());
  close.mockReset();
  vi.unstubAllGlobals();
});

function show(form: ReactNode): HTMLElement {
  return mount(
    <QueryClientProvider client={queryClient}>
      {form}
      <LeaveDialog />
    </QueryClientProvider>,
  ).box;
}

/** Changes a field as a user does: with the native setter and the event that React listens to. */
async function fill(box: Element, selector: string, value: string): Promise<void> {
  await vi.waitUntil(() => box.querySelector(selector) !== null);
  const field = box.querySelector<HTMLInputElement | HTMLSelectElement>(selector);
  await act(async () => {
    if (field === null) return;
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
    field.dispatchEvent(new Event(field.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }));
  });
}

const isAsking = (box: Element) => box.textContent?.includes('You have unsaved changes') === true;

const pages = [
  ['retention', <RetentionView key="" />, 'input[aria-label^="Days to keep"]', '30', '90'],
  ['a password set by an admin', <NameSection key="" admin={admin} mayChange />, 'input[type=password]', 'x', ''],
  ['the own password', <PasswordCard key="" />, 'input[name=next]', 'open-lantern', ''],
] as const;

const dialogs = [
  ['the own email address', <EmailDialog key="" close={close} />, 'input[name=email]', 'a@example.org', ''],
  ['a new passkey', <AddPasskeyDialog key="" close={close} />, 'input[name=name]', 'Desk', null],
  [
    'a new notification',
    <NewNotification key="" device={null} send={nothing} close={close} />,
    'textarea[name=message]',
    'Hello',
    '',
  ],
  [
    'the download links of the app',
    <EditMediators key="" mediators={[{ name: 'Store', url: 'https://store.example' }]} close={close} />,
    'input[type=url]',
    'https://other.example',
    'https://store.example',
  ],
  [
    'new names of several files',
    <RenameDialog key="" files={[file]} onSubmit={close} close={close} />,
    'input[aria-label="New name of a.txt"]',
    'b.txt',
    'a.txt',
  ],
  ['an edited ticket', <EditTicket key="" ticket={ticket} close={close} />, 'select', 'IN_PROGRESS', 'OPEN'],
] as const;

describe('a form with changes that are not saved', () => {
  it.each(pages)(
    '%s counts as changed until its first value is restored',
    async (_name, form, field, changed, before) => {
      const box = show(form);
      expect(hasUnsavedChanges()).toBe(false);
      await fill(box, field, changed);
      expect(hasUnsavedChanges()).toBe(true);
      await fill(box, field, before);
      expect(hasUnsavedChanges()).toBe(false);
    },
  );

  it('feature access counts as changed until the changes are undone', async () => {
    const box = show(<AccessSection admin={admin} mayChange />);
    expect(hasUnsavedChanges()).toBe(false);
    const readOnly = box.querySelectorAll<HTMLInputElement>('input[type=radio]')[4];
    await act(async () => readOnly?.click());
    expect(box.textContent).toContain('1 change, not saved yet');
    expect(hasUnsavedChanges()).toBe(true);
    await press(box, 'Undo changes');
    expect(hasUnsavedChanges()).toBe(false);
  });

  it.each(dialogs)('the dialog of %s asks before it closes', async (_name, form, field, changed, before) => {
    const box = show(form);
    expect(hasUnsavedChanges()).toBe(false);
    await fill(box, field, changed);
    expect(hasUnsavedChanges()).toBe(true);
    await press(box, 'Cancel');
    expect(isAsking(box)).toBe(true);
    await press(box, 'Stay');
    expect(isAsking(box)).toBe(false);
    expect(close).not.toHaveBeenCalled();
    await press(box, 'Cancel');
    await press(box, 'Leave');
    expect(close).toHaveBeenCalledOnce();
    if (before === null) return;
    close.mockReset();
    await fill(box, field, before);
    await press(box, 'Cancel');
    expect(isAsking(box)).toBe(false);
    expect(close).toHaveBeenCalledOnce();
  });

  it.each(dialogs)('the dialog of %s asks on Escape too', async (_name, form, field, changed) => {
    const box = show(form);
    await fill(box, field, changed);
    const dialog = box.querySelector('dialog');
    const escape = new Event('cancel', { cancelable: true });
    await act(async () => dialog?.dispatchEvent(escape));
    expect(escape.defaultPrevented).toBe(true);
    expect(isAsking(box)).toBe(true);
    await press(box, 'Stay');
    // A second Escape closes a dialog in any case, so it is opened again and asks.
    await act(async () => {
      dialog?.close();
      dialog?.dispatchEvent(new Event('close'));
    });
    expect(dialog?.open).toBe(true);
    expect(isAsking(box)).toBe(true);
    expect(close).not.toHaveBeenCalled();
    await press(box, 'Stay');
  });

  it('registering asks before it goes back a step', async () => {
    const sent = { email: 'a@example.org', resendAt: 0 };
    const box = show(<DetailsStep sent={sent} back={close} resend={nothing} finish={nothing} />);
    await fill(box, 'input[name=username]', 'mara');
    await press(box, 'Back');
    expect(isAsking(box)).toBe(true);
    await press(box, 'Leave');
    expect(close).toHaveBeenCalledOnce();
  });
});
