import {
  acceptInvitation,
  capabilityNames,
  errorText,
  invitationOffer,
  levelsOf,
  presets,
  profile,
  type ErrorCode,
} from '@fairwatch/contract';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
  type AnyRouter,
} from '@tanstack/react-router';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mount, press } from '../../../core/components/mount-for-test.tsx';
import { sessionStore } from '../../../core/session/session-store.ts';
import { tokenCookie } from '../../../core/session/token-cookie.ts';
import { loadWords } from '../../../shared/plain-words/load-words.ts';
import { InvitationView } from './invitation.view.tsx';

const token = 'x'.repeat(43);
const offer = {
  invitedBy: 'mara',
  template: 'DISPATCHER',
  adminRole: 'ADMIN',
  access: levelsOf('DISPATCHER'),
  groups: ['Vans'],
  reduced: false,
  expiresAt: '2026-11-26T08:00:00Z',
  installation: { preset: null, usedKinds: [...capabilityNames] },
};
const Dashboard = () => 'the dashboard';
let requests: [string, unknown][];

/** Answers with the offer, or with an error to the call that shows it. */
function answer(shown: object | ErrorCode): void {
  requests = [];
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    const { pathname } = new URL(url, location.href);
    requests.push([pathname, JSON.parse(body)]);
    if (pathname === invitationOffer.path && typeof shown === 'string') {
      const message = [{ text: { client: errorText(shown) }, code: shown }];
      return Response.json(
        { securityStatus: 'PLAINTEXT', data: null, meta: { has_error: true, message } },
        { status: 410 },
      );
    }
    const answers: Record<string, unknown> = {
      [invitationOffer.path]: shown,
      [acceptInvitation.path]: { token: 'session', expiresAt: offer.expiresAt },
      [profile.path]: { userId: '9', username: 'jo', adminRole: 'ADMIN' },
    };
    const meta = { has_error: false, message: [] };
    return Response.json({ securityStatus: 'PLAINTEXT', data: answers[pathname], meta });
  });
}

/** Opens the page as the console does: outside of the shell, which has the provider of the query client. */
async function open(fragment = token): Promise<HTMLElement> {
  const root = createRootRoute();
  const pages = { '/auth/invitation': InvitationView, '/': Dashboard, '/auth/login': Dashboard };
  const routes = Object.entries(pages).map(([path, component]) =>
    createRoute({ getParentRoute: () => root, path, component }),
  );
  const history = createMemoryHistory({ initialEntries: [`/auth/invitation#${fragment}`] });
  const router: AnyRouter = createRouter({ routeTree: root.addChildren(routes), history });
  const { box } = mount(<RouterProvider router={router} />);
  await act(async () => await router.load());
  return box;
}

function type(box: HTMLElement, name: string, value: string): void {
  const field = box.querySelector<HTMLInputElement>(`input[name=${name}]`);
  if (field === null) throw new Error(`There is no field ${name}.`);
  act(() => {
    field.value = value;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

beforeEach(() => answer(offer));
afterEach(async () => {
  await loadWords('everything');
  act(() => sessionStore.logout());
  tokenCookie.remove();
  vi.unstubAllGlobals();
});

describe('the page of an invitation', () => {
  it('shows who invites, to where, what the account will see and until when, before it asks for anything', async () => {
    const box = await open();
    await vi.waitFor(() => expect(box.querySelector('h1')?.textContent).toBe('mara invites you'));
    for (const words of [location.host, 'Dispatcher', 'Vans', 'You report to mara', 'Sees where the device was']) {
      expect(box.textContent).toContain(words);
    }
    expect(box.textContent).not.toContain('This is less than');
    expect(requests).toEqual([[invitationOffer.path, { token }]]);
  });

  it('names only what the installation uses, in the words of its preset', async () => {
    const installation = { preset: 'family', usedKinds: presets.family.kinds };
    answer({ ...offer, template: 'READ_ONLY', access: levelsOf('READ_ONLY'), installation });
    const box = await open();
    await vi.waitFor(() => expect(box.querySelector('h1')?.textContent).toBe('mara invites you'));
    for (const words of ['Location', 'Reads the call log.', 'Requests for Help', 'Send a Message']) {
      expect(box.textContent).toContain(words);
    }
    for (const words of ['recorded calls', 'App Permissions', 'Subordinates', 'Trigger', 'zone']) {
      expect(box.textContent).not.toContain(words);
    }
  });

  it('says when it gives less than it did', async () => {
    answer({ ...offer, reduced: true, groups: [] });
    const box = await open();
    await vi.waitFor(() => expect(box.textContent).toContain('This is less than when the invitation was made'));
    expect(box.textContent).toContain('No devices yet. mara can assign some.');
  });

  it.each(['invitation_used', 'invitation_expired', 'invitation_revoked', 'invitation_void'] as const)(
    'says in words why it opens nothing: %s',
    async (code) => {
      answer(code);
      const box = await open();
      await vi.waitFor(() => expect(box.querySelector('[role=alert]')?.textContent).toContain(errorText(code)));
      expect(box.querySelector('form')).toBeNull();
    },
  );

  it('opens nothing for somebody who is signed in, whose session it would replace, and says so', async () => {
    act(() => sessionStore.setProfile({ userId: '1', username: 'mara', adminRole: 'ADMIN' }));
    const box = await open();
    expect(box.textContent).toContain('You are signed in as mara');
    expect(requests).toEqual([]);
  });

  it('asks for the whole link when a part is missing', async () => {
    const box = await open('xyz');
    expect(box.textContent).toContain('The address is not complete.');
    expect(requests).toEqual([]);
  });

  it('takes a username and a password, and opens the dashboard signed in', async () => {
    const box = await open();
    await vi.waitFor(() => expect(box.querySelector('form')).not.toBeNull());
    type(box, 'username', 'jo.k');
    type(box, 'password', 'quiet-otter-77');
    type(box, 'confirmPassword', 'quiet-otter-78');
    await press(box, 'Accept and sign in');
    expect(box.textContent).toContain('The two passwords are not the same.');
    type(box, 'confirmPassword', 'quiet-otter-77');
    await press(box, 'Accept and sign in');
    await vi.waitFor(() => expect(box.textContent).toContain('the dashboard'));
    const password = 'quiet-otter-77';
    expect(requests).toContainEqual([
      acceptInvitation.path,
      { token, username: 'jo.k', password, confirmPassword: password },
    ]);
    expect(tokenCookie.read()).toBe('session');
    expect(sessionStore.get().username).toBe('jo');
  });
});
