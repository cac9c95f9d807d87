import {
  newsKinds,
  notificationSettings,
  ownSessions,
  passkeyList,
  removePasskey,
  removeTwoFactor,
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
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../core/api/query.ts';
import { mount } from '../../core/components/mount-for-test.tsx';
import { sessionStore } from '../../core/session/session-store.ts';
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
const settings = newsKinds.map((kind) => ({ kind, channel: 'BELL' }));
let mail: NotificationSettings['mail'];
/** What was asked for besides what the page reads, with its input. */
let changes: [path: string, input: unknown][];

function answer(path: string): unknown {
  if (path === ownSessions.path) return [];
  if (path === notificationSettings.path || path === updateNotificationSettings.path) return { settings, mail };
  if (path === passkeyList.path) return passkeys;
  if (path === twoFactor.path) return { enabledAt, recoveryCodesLeft: 0 };
  if (path === renewRecoveryCodes.path) return { recoveryCodes: ['abcde-fghjk'] };
  if (path === removeTwoFactor.path || path === removePasskey.path) return null;
  throw new Error(`Nobody asks for ${path}.`);
}

/** A whole page draws when it is ready, as in a browser. */
function drawByItself(yes: boolean): void {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: !yes });
}

beforeEach(() => {
  passkeys = [];
  enabledAt = null;
  mail = 'READY';
  changes = [];
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    const path = new URL(url, location.href).pathname;
    const data = answer(path);
    const input: unknown = JSON.parse(String(body));
    if (JSON.stringify(input) !== '{}') changes.push([path, input]);
    return Response.json({ securityStatus: 'PLAINTEXT', data, meta: { has_error: false } });
  });
  vi.stubGlobal('PublicKeyCredential', { parseCreationOptionsFromJSON: () => ({}) });
});
afterEach(() => {
  drawByItself(false);
  act(() => sessionStore.logout());
  vi.unstubAllGlobals();
});

/** Draws the page and waits until everything it asked for is there. */
async function open(
  userType: UserType = 'ADMIN',
  { adminRole = 'ADMIN', awaited = 'Set up an authenticator app' }: { adminRole?: AdminRole; awaited?: string } = {},
): Promise<HTMLElement> {
  const names = { username: 'ada', nickName: 'Ada Lovelace', email: 'ada@example.org' };
  act(() => sessionStore.setProfile({ ...names, userType, adminRole }));
  const { box } = mount(
    <QueryClientProvider client={queryClient}>
      <AccountView />
    </QueryClientProvider>,
  );
  drawByItself(true);
  await shows(box, awaited);
  return box;
}

async function shows(page: HTMLElement, text: string): Promise<void> {
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

  it('says Super administrator to whoever is one', async () => {
    const page = await open('ADMIN', { adminRole: 'SUPER_ADMIN' });
    expect([...page.querySelectorAll('dd')].at(-1)?.textContent).toBe('Super administrator');
  });

  it('offers no picture to an account that waits for approval', async () => {
    expect(buttons(await open('USER', { adminRole: 'PENDING' }))).not.toContain('Change picture');
  });

  it('[SPEC 2.35] changes the picture, the password, the name and the email', async () => {
    expect(buttons(await open())).toEqual(
      expect.arrayContaining(['Change picture', 'Change password', 'Change name', 'Change email']),
    );
  });

  it('offers a first passkey, and lists those there are', async () => {
    const page = await open();
    await shows(page, 'No passkeys yet.');
    expect(buttons(page)).toContain('Add a passkey');
    passkeys = [laptop];
    await queryClient.invalidateQueries();
    await shows(page, 'Never used');
    expect(buttons(page)).toContain('Remove Laptop');
    expect(page.textContent).toContain('Synced');
  });

  it('says why there can be no passkey here', async () => {
    vi.stubGlobal('PublicKeyCredential', {});
    const page = await open();
    await shows(page, 'This browser cannot use passkeys here.');
    expect(buttons(page)).not.toContain('Add a passkey');
  });
});

/** The ways to be told of a kind, as they can be chosen. */
function choices(page: HTMLElement, kind: string): HTMLInputElement[] {
  const line = [...page.querySelectorAll('fieldset')].find((each) => each.textContent?.startsWith(kind));
  return [...(line?.querySelectorAll<HTMLInputElement>('input') ?? [])];
}

describe('how one is told', () => {
  it('is chosen for each kind, and kept at once', async () => {
    const page = await open('ADMIN', { awaited: 'Reply to a ticket' });
    const [bell, mailed, nothing] = choices(page, 'Reply to a ticket');
    expect([bell?.checked, mailed?.disabled]).toEqual([true, false]);
    nothing?.click();
    const sent = { settings: [{ kind: 'TICKET_REPLY', channel: 'NONE' }] };
    await vi.waitFor(() => expect(changes).toEqual([[updateNotificationSettings.path, sent]]));
  });

  it('is not by mail where none would arrive, and alarms cannot be turned off', async () => {
    mail = 'NO_SERVER';
    const page = await open('ADMIN', { adminRole: 'SUPER_ADMIN', awaited: 'Log does not match' });
    expect(page.textContent).toContain('This server sends no mail');
    expect(choices(page, 'Log does not match').map(({ disabled }) => disabled)).toEqual([false, true, true]);
  });

  it('lists only what one can be told of', async () => {
    const page = await open('ADMIN', { awaited: 'Reply to a ticket' });
    expect(page.textContent).not.toMatch(/Log does not match|Account waits for approval/);
  });
});

/** Presses a button of the page, and fills the dialog that opens. */
async function fill(page: HTMLElement, button: string, typed: Record<string, string>): Promise<HTMLFormElement> {
  const opener = [...page.querySelectorAll('button')].find(
    (each) => (each.getAttribute('aria-label') ?? each.textContent) === button,
  );
  opener?.click();
  const form = await vi.waitFor(() => {
    const found = document.querySelector<HTMLFormElement>('dialog form');
    if (found === null) throw new Error('The dialog is not there yet.');
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
  ] as const)('is asked for a code besides the password: %s', async (button, endpoint, sent) => {
    enabledAt = '2026-11-01T08:00:00Z';
    passkeys = [laptop];
    const page = await open('ADMIN', { awaited: 'Turn off' });
    await shows(page, 'Never used');
    const form = await fill(page, button, { password: proof.password });
    await vi.waitFor(() => expect(form.textContent).toContain('Please enter a code of your app, or a recovery code.'));
    expect(changes).toEqual([]);
    const field = form.querySelector<HTMLInputElement>('[name=code]');
    if (field) field.value = ` ${proof.code} `;
    form.requestSubmit();
    await vi.waitFor(() => expect(changes).toEqual([[endpoint.path, sent]]));
    await vi.waitFor(() => expect(document.querySelector('dialog form')).toBeNull());
  });

  it('is asked for the password alone by one without', async () => {
    passkeys = [laptop];
    const page = await open();
    await shows(page, 'Never used');
    await fill(page, 'Remove Laptop', { password: proof.password });
    await vi.waitFor(() => expect(changes).toEqual([[removePasskey.path, { id: 1, password: proof.password }]]));
    await vi.waitFor(() => expect(document.querySelector('dialog form')).toBeNull());
  });
});
