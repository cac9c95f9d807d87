import {
  createInvitation,
  featurePermissions,
  groupList,
  presets,
  roleTemplates,
  type AccessLevel,
  type InstallationFace,
} from '@fairwatch/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../../core/api/query.ts';
import { mount, press } from '../../../core/components/mount-for-test.tsx';
import { initialSession, sessionStore } from '../../../core/session/session-store.ts';
import { InviteDialog, type MadeInvitation } from './invite-dialog.tsx';

const onMade = vi.fn<(made: MadeInvitation) => void>();
const sent = vi.fn<(body: unknown) => void>();
const group = { colour: 'blue', rule: null, createdAt: '2026-11-01T08:00:00Z', admins: [], mine: true };
const groups = [
  { ...group, id: 4, name: 'Vans', owner: 'mara', isOwner: true, devices: 2 },
  { ...group, id: 5, name: 'Of somebody else', owner: 'ada', isOwner: false, devices: 9 },
];
const expiresAt = '2026-11-26T08:00:00Z';

function open(
  adminRole: 'ADMIN' | 'SUPER_ADMIN',
  level: AccessLevel,
  installation: InstallationFace = initialSession.installation,
): HTMLElement {
  onMade.mockClear();
  sent.mockClear();
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    const isCreated = url.endsWith(createInvitation.path);
    if (isCreated) sent(JSON.parse(body));
    const data = isCreated ? { id: 1, token: 'x'.repeat(43), expiresAt } : url.endsWith(groupList.path) ? groups : [];
    return Response.json({ securityStatus: 'PLAINTEXT', data, meta: { has_error: false, message: [] } });
  });
  const featureAccessDTOs = featurePermissions.map((featurePermission, index) => ({
    id: index + 1,
    featurePermission,
    featureAccess: featurePermission === 'DEVICES' ? ('FULL_ACCESS' as const) : level,
  }));
  act(() =>
    sessionStore.setProfile({
      ...initialSession,
      userId: '1',
      username: 'mara',
      adminRole,
      featureAccessDTOs,
      installation,
    }),
  );
  const { box } = mount(
    <QueryClientProvider client={queryClient}>
      <InviteDialog close={() => {}} onMade={onMade} />
    </QueryClientProvider>,
  );
  return box;
}
afterEach(() => {
  act(() => sessionStore.logout());
  vi.unstubAllGlobals();
});

const offered = (box: HTMLElement) => [...box.querySelectorAll('label strong')].map(({ textContent }) => textContent);
const choose = (box: HTMLElement, selector: string) =>
  act(async () => box.querySelector<HTMLInputElement>(selector)?.click());

function type(box: HTMLElement, name: string, value: string): void {
  const field = box.querySelector<HTMLInputElement>(`input[name=${name}]`);
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
    field?.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

describe('the dialog that invites a colleague', () => {
  it('offers the templates that give no more than the admin holds', () => {
    expect(offered(open('SUPER_ADMIN', 'FULL_ACCESS'))).toEqual(Object.values(roleTemplates).map(({ title }) => title));
    expect(offered(open('ADMIN', 'FULL_ACCESS'))).not.toContain('Owner');
    expect(offered(open('ADMIN', 'READ_ONLY'))).toEqual(['Read only', 'Works council']);
  });

  it('offers and names what the installation uses, also to an owner whose other permissions open nothing', async () => {
    const installation = { preset: 'fleet' as const, usedKinds: [...presets.fleet.kinds] };
    const box = open('SUPER_ADMIN', 'FULL_ACCESS', installation);
    expect(offered(box)).toEqual(['Owner', 'Dispatcher', 'Helpdesk', 'Read only', 'Works council']);
    await choose(box, 'input[value=READ_ONLY]');
    const summary = box.querySelector('section')?.textContent ?? '';
    expect(summary).toContain('Sees where the device was');
    for (const words of ['Contacts', 'Text Messages', 'Photos and Videos']) expect(summary).not.toContain(words);
  });

  it('says in words what the account will be able to see and do, as the template changes', async () => {
    const box = open('SUPER_ADMIN', 'FULL_ACCESS');
    const summary = () => box.querySelector('section')?.textContent ?? '';
    await choose(box, 'input[value=WORKS_COUNCIL]');
    expect(summary()).toContain('Audit LogRead OnlyReads the audit log of their devices');
    expect(summary()).toContain('Nothing else');
    expect(summary()).not.toContain('Location');
    await choose(box, 'input[value=READ_ONLY]');
    expect(summary()).toContain('Sees where the device was');
    expect(summary()).not.toContain('Also asks where it is now');
    await choose(box, 'input[value=DISPATCHER]');
    expect(summary()).toContain('Opens new tickets.');
    expect(summary()).not.toContain('opens nothing');
    await choose(box, 'input[value=OWNER]');
    expect(summary()).toContain('Everything');
    expect(box.textContent).toContain('A Super Admin sees every device');
  });

  it('sends the template and the admin’s own groups, and hands over the link', async () => {
    const box = open('ADMIN', 'FULL_ACCESS');
    await vi.waitFor(() => expect(box.textContent).toContain('Vans (2 devices)'));
    expect(box.textContent).not.toContain('Of somebody else');
    await choose(box, 'input[value=DISPATCHER]');
    await choose(box, 'input[name=groupIds]');
    type(box, 'name', 'Jo');
    await press(box, 'Create invitation');
    await vi.waitFor(() => expect(onMade).toHaveBeenCalledOnce());
    expect(sent).toHaveBeenCalledExactlyOnceWith({ name: 'Jo', template: 'DISPATCHER', groupIds: [4], days: 7 });
    expect(onMade.mock.calls[0]?.[0]).toMatchObject({ token: 'x'.repeat(43), email: '' });
  });

  it('gives an owner no groups, and sends nothing to what is no address', async () => {
    const box = open('SUPER_ADMIN', 'FULL_ACCESS');
    await vi.waitFor(() => expect(box.textContent).toContain('Vans (2 devices)'));
    await choose(box, 'input[name=groupIds]');
    await choose(box, 'input[value=OWNER]');
    type(box, 'email', 'jo');
    await press(box, 'Create invitation');
    expect(box.textContent).toContain('Please enter an address such as name@example.org');
    expect(sent).not.toHaveBeenCalled();
    type(box, 'email', 'jo@example.org');
    await press(box, 'Create invitation');
    await vi.waitFor(() => expect(sent).toHaveBeenCalledOnce());
    expect(sent.mock.calls[0]?.[0]).toMatchObject({ email: 'jo@example.org', template: 'OWNER', groupIds: [] });
  });
});
