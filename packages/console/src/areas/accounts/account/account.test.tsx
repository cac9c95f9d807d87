import {
  notificationKinds,
  notificationSettings,
  ownSessions,
  passkeyList,
  removePasskey,
  removeTwoFactor,
  renameSelf,
  renewRecoveryCodes,
  twoFactor,
  updateNotificationSettings,
  userTypes,
  type AdminRole,
  type NotificationSettings,
  type Passkey,
  type UserType,
} from '@fairwatch/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../../core/api/query.ts';
import { mountLive } from '../../../core/components/mount-for-test.tsx';
import { sessionStore } from '../../../core/session/session-store.ts';
import { AccountView } from './account.view.tsx';

const words: Record<UserType, string> = { ADMIN: 'Administrator', USER: 'Standard User', GUEST: 'Guest User' };
const laptop: Passkey = {
  id: 1,
  name: 'Laptop',
  createdAt: '2026-11-01T08:00:00Z',
  lastUsedAt: null,
  backedUp: true,
};
let passkeys: Passkey[];
let enabledAt: string | null;
const settings = notificationKinds.map((kind) => ({ kind, channel: 'BELL' }));
let mail: NotificationSettings['mail'];
/** The calls that have an input, which are those that change something. */
let changes: [path: string, input: unknown][];

function responseTo(path: string): unknown {
  if (path === ownSessions.path) return [];
  if (path === notificationSettings.path || path === updateNotificationSettings.path) return { settings, mail };
  if (path === passkeyList.path) return passkeys;
  if (path === twoFactor.path) return { enabledAt, recoveryCodesLeft: 0 };
  if (path === renewRecoveryCodes.path) return { recoveryCodes: ['abcde-fghjk'] };
  if (path === renameSelf.path) return { displayName: 'Ada Berg' };
  if (path === removeTwoFactor.path || path === removePasskey.path) return null;
  throw new Error(`No response is defined for ${path}.`);
}

beforeEach(({ onTestFinished }) => {
  passkeys = [];
  enabledAt = null;
  mail = 'READY';
  changes = [];
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    const path = new URL(url, location.href).pathname;
    const data = responseTo(path);
    const input: unknown = JSON.parse(String(body));
    if (JSON.stringify(input) !== '{}') changes.push([path, input]);
    return Response.json({ securityStatus: 'PLAINTEXT', data, meta: { has_error: false } });
  });
  vi.stubGlobal('PublicKeyCredential', { parseCreationOptionsFromJSON: () => ({}) });
  // After the page has been unmounted.
  onTestFinished(() => {
    sessionStore.logout();
    vi.unstubAllGlobals();
  });
});

/** Renders the page and waits until it waitForText the awaited text. */
async function open(
  userType: UserType = 'ADMIN',
  { adminRole = 'ADMIN', awaited = 'Set up an authenticator app' }: { adminRole?: AdminRole; awaited?: string } = {},
): Promise<HTMLElement> {
  const names = { username: 'ada', nickName: 'Ada Lovelace', email: 'ada@example.org' };
  sessionStore.setProfile({ ...names, userType, adminRole });
  const box = mountLive(
    <QueryClientProvider client={queryClient}>
      <AccountView />
    </QueryClientProvider>,
  );
  await waitForText(box, awaited);
  return box;
}

async function waitForText(page: HTMLElement, text: string): Promise<void> {
  await vi.waitFor(() => expect(page.textContent).toContain(text));
}

const buttons = (page: HTMLElement) =>
  [...page.querySelectorAll('button')].map((button) => button.getAttribute('aria-label') ?? button.textContent);

describe('the account page', () => {
  it.each(userTypes)('[SPEC 1.10, 2.35, 3.32] tells name, username, email and type: %s', async (userType) => {
    const facts = [...(await open(userType)).querySelectorAll('dl > div')].map((fact) => [
      fact.querySelector('dt')?.textContent,
      fact.querySelector('dd')?.textContent,
    ]);
    expect(facts).toEqual([
      ['Name', 'Ada Lovelace'],
      ['Username', 'ada'],
      ['Email', 'ada@example.org'],
      ['Type', words[userType]],
    ]);
  });

  it('[SPEC 1.10] shows Administrator as the type of a super admin, too', async () => {
    const page = await open('ADMIN', { adminRole: 'SUPER_ADMIN' });
    expect([...page.querySelectorAll('dd')].at(-1)?.textContent).toBe('Administrator');
  });

  it('offers no picture to a pending account', async () => {
    expect(buttons(await open('USER', { adminRole: 'PENDING' }))).not.toContain('Change picture');
  });

  it('[SPEC 2.35] changes the picture, the password, the name and the email', async () => {
    expect(buttons(await open())).toEqual(
      expect.arrayContaining(['Change picture', 'Change password', 'Change name', 'Change email']),
    );
  });

  it('changes the display name, and says which username is shown without one', async () => {
    const page = await open();
    page.querySelector<HTMLButtonElement>('[aria-label="Change name"]')?.click();
    const form = await vi.waitFor(() => {
      const found = document.querySelector<HTMLFormElement>('dialog form');
      if (found === null) throw new Error('The dialog is not open yet.');
      return found;
    });
    expect(form.querySelector('label')?.textContent).toBe('Display name');
    expect(form.textContent).toContain('to be called ada.');
    const field = form.querySelector('input');
    expect(field?.value).toBe('Ada Lovelace');
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'Ada Berg');
    field?.dispatchEvent(new Event('input', { bubbles: true }));
    await vi.waitFor(() => expect(field?.value).toBe('Ada Berg'));
    form.requestSubmit();
    await vi.waitFor(() => expect(changes).toContainEqual([renameSelf.path, { displayName: 'Ada Berg' }]));
  });

  it('offers to add a first passkey, and lists existing passkeys', async () => {
    const page = await open();
    await waitForText(page, 'No passkeys yet.');
    expect(buttons(page)).toContain('Add a passkey');
    passkeys = [laptop];
    await queryClient.invalidateQueries();
    await waitForText(page, 'Never used');
    expect(buttons(page)).toContain('Remove Laptop');
    expect(page.textContent).toContain('Synced');
  });

  it('explains why the browser cannot use passkeys', async () => {
    vi.stubGlobal('PublicKeyCredential', {});
    const page = await open();
    await waitForText(page, 'This browser cannot use passkeys here.');
    expect(buttons(page)).not.toContain('Add a passkey');
  });
});

/** The radio buttons for the channel of a kind of notification: bell, mail, none. */
function choices(page: HTMLElement, kind: string): HTMLInputElement[] {
  const line = [...page.querySelectorAll('fieldset')].find((each) => each.textContent?.startsWith(kind));
  return [...(line?.querySelectorAll<HTMLInputElement>('input') ?? [])];
}

describe('the notification settings', () => {
  it('save the channel of a kind as soon as it is chosen', async () => {
    const page = await open('ADMIN', { awaited: 'Reply to a ticket' });
    const [bell, mailed, nothing] = choices(page, 'Reply to a ticket');
    expect([bell?.checked, mailed?.disabled]).toEqual([true, false]);
    nothing?.click();
    const sent = { settings: [{ kind: 'TICKET_REPLY', channel: 'NONE' }] };
    await vi.waitFor(() => expect(changes).toEqual([[updateNotificationSettings.path, sent]]));
  });

  it('offer no mail without a mail server, and do not allow turning alarms off', async () => {
    mail = 'NO_SERVER';
    const page = await open('ADMIN', { adminRole: 'SUPER_ADMIN', awaited: 'Log does not match' });
    expect(page.textContent).toContain('This server sends no mail');
    expect(choices(page, 'Log does not match').map(({ disabled }) => disabled)).toEqual([false, true, true]);
  });

  it('list only the kinds that the admin can receive', async () => {
    const page = await open('ADMIN', { awaited: 'Reply to a ticket' });
    expect(page.textContent).not.toMatch(/Log does not match|Account waits for approval/);
  });
});

/** Presses a button of the page, fills in the dialog that opens, and submits it. */
async function submitDialog(
  page: HTMLElement,
  button: string,
  typed: Record<string, string>,
): Promise<HTMLFormElement> {
  const opener = [...page.querySelectorAll('button')].find(
    (each) => (each.getAttribute('aria-label') ?? each.textContent) === button,
  );
  opener?.click();
  const form = await vi.waitFor(() => {
    const found = document.querySelector<HTMLFormElement>('dialog form');
    if (found === null) throw new Error('The dialog is not open yet.');
    return found;
  });
  for (const [name, value] of Object.entries(typed)) {
    const field = form.querySelector<HTMLInputElement>(`[name=${name}]`);
    if (field === null) throw new Error(`There is no field ${name}.`);
    field.value = value;
  }
  form.requestSubmit();
  return form;
}

describe('an account with two-factor sign-in', () => {
  const proof = { password: 'quiet-otter-77', code: '123456' };

  it.each([
    ['Turn off', removeTwoFactor, proof],
    ['New recovery codes', renewRecoveryCodes, proof],
    ['Remove Laptop', removePasskey, { id: 1, ...proof }],
  ] as const)('must enter a code in addition to the password: %s', async (button, endpoint, sent) => {
    enabledAt = '2026-11-01T08:00:00Z';
    passkeys = [laptop];
    const page = await open('ADMIN', { awaited: 'Turn off' });
    await waitForText(page, 'Never used');
    const form = await submitDialog(page, button, { password: proof.password });
    await vi.waitFor(() => expect(form.textContent).toContain('Please enter a code of your app, or a recovery code.'));
    expect(changes).toEqual([]);
    const field = form.querySelector<HTMLInputElement>('[name=code]');
    if (field) field.value = ` ${proof.code} `;
    form.requestSubmit();
    await vi.waitFor(() => expect(changes).toEqual([[endpoint.path, sent]]));
    await vi.waitFor(() => expect(document.querySelector('dialog form')).toBeNull());
  });

  it('differs from one without, which must enter only the password', async () => {
    passkeys = [laptop];
    const page = await open();
    await waitForText(page, 'Never used');
    await submitDialog(page, 'Remove Laptop', { password: proof.password });
    await vi.waitFor(() => expect(changes).toEqual([[removePasskey.path, { id: 1, password: proof.password }]]));
    await vi.waitFor(() => expect(document.querySelector('dialog form')).toBeNull());
  });
});
