import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { mountPages } from '../../../core/router/mount-pages-for-test.tsx';
import { sessionStore } from '../../../core/session/session-store.ts';
import { FakeWebSocket } from '../../../shared/socket/web-socket-for-test.ts';
import { WelcomeView } from './welcome.view.tsx';

beforeEach(() => void vi.stubGlobal('WebSocket', FakeWebSocket));
afterEach(() => {
  act(() => sessionStore.logout());
  vi.unstubAllGlobals();
});

it.each([
  ['PENDING', '', 'Welcome, mara', 'waiting for an administrator to approve it'],
  ['NON_ADMIN', 'Mara B.', 'Welcome, Mara B.', 'does not have an administrator role'],
] as const)('greets %s by the best name there is, and says why the console is closed', async (...row) => {
  const [adminRole, nickName, greeting, reason] = row;
  act(() => sessionStore.setProfile({ username: 'mara', nickName, adminRole }));
  const { box } = await mountPages({ '/welcome': WelcomeView });
  expect(box.querySelector('h1')?.textContent).toBe(greeting);
  expect(box.textContent).toContain(reason);
});
