import {
  ownSessions,
  passkeyList,
  twoFactor,
  userTypes,
  type AdminRole,
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

function answer(path: string): unknown {
  if (path === ownSessions.path) return [];
  if (path === passkeyList.path) return passkeys;
  if (path === twoFactor.path) return { enabledAt: null, recoveryCodesLeft: 0 };
  throw new Error(`Nobody asks for ${path}.`);
}

/** A whole page draws when it is ready, as in a browser. */
function drawByItself(yes: boolean): void {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: !yes });
}

beforeEach(() => {
  passkeys = [];
  vi.stubGlobal('fetch', async (url: string) => {
    const data = answer(new URL(url, location.href).pathname);
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
async function open(userType: UserType = 'ADMIN', adminRole: AdminRole = 'ADMIN'): Promise<HTMLElement> {
  const names = { username: 'ada', nickName: 'Ada Lovelace', email: 'ada@example.org' };
  act(() => sessionStore.setProfile({ ...names, userType, adminRole }));
  const { box } = mount(
    <QueryClientProvider client={queryClient}>
      <AccountView />
    </QueryClientProvider>,
  );
  drawByItself(true);
  await shows(box, 'Set up an authenticator app');
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

  it('offers no picture to an account that waits for approval', async () => {
    expect(buttons(await open('USER', 'PENDING'))).not.toContain('Change picture');
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
