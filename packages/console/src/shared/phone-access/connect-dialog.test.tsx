import {
  loadPhoneAccess,
  loadPhoneMachine,
  loadPhoneTest,
  startPhoneTest,
  type AdminRole,
  type PhoneAccess,
} from '@fairwatch/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../core/api/query.ts';
import { mount, press } from '../../core/components/mount-for-test.tsx';
import { sessionStore } from '../../core/session/session-store.ts';
import { refetchChanged } from '../changes/refetch-changed.ts';
import { ConnectDialog } from './connect-dialog.tsx';
import texts from './phone-access.texts.json';
import { hostNameOf } from './ways.tsx';

const none = { kind: 'NONE', expiresAt: null, coversOrigin: null } as const;
const home: PhoneAccess = {
  origin: 'https://192.168.1.20:8443',
  reach: 'NETWORK',
  certificate: { kind: 'LOCAL_CA', expiresAt: '2027-12-01T00:00:00.000Z', coversOrigin: true },
};
const onThisComputer: PhoneAccess = { origin: null, reach: 'THIS_COMPUTER', certificate: none };
const machine = { port: 8080, origins: ['http://127.0.0.1:8080'], networkAddress: '192.168.1.20', isCluster: false };
const test = 'T'.repeat(43);

let access: PhoneAccess;
let result: object;
const called: string[] = [];
const copied: string[] = [];

beforeEach(() => {
  access = home;
  result = { state: 'WAITING', reached: null };
  vi.stubGlobal('fetch', async (url: string) => {
    called.push(url);
    const answers: Record<string, object> = {
      [loadPhoneAccess.path]: access,
      [loadPhoneMachine.path]: machine,
      [startPhoneTest.path]: { test, expiresAt: '2026-11-19T00:05:00.000Z' },
      [loadPhoneTest.path]: result,
    };
    const data = Object.entries(answers).find(([path]) => url.endsWith(path))?.[1];
    return Response.json({ securityStatus: 'PLAINTEXT', data, meta: { has_error: false, message: [] } });
  });
  vi.stubGlobal('isSecureContext', true);
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text));
});
afterEach(() => {
  called.length = 0;
  copied.length = 0;
  act(() => sessionStore.logout());
  queryClient.clear();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const until = (check: () => void) =>
  vi.waitFor(async () => {
    await act(async () => undefined);
    check();
  });

async function draw(adminRole: AdminRole = 'SUPER_ADMIN'): Promise<HTMLElement> {
  act(() => sessionStore.setProfile({ adminRole, featureAccessDTOs: [] }));
  const { box } = mount(
    <QueryClientProvider client={queryClient}>
      <ConnectDialog close={() => undefined} />
    </QueryClientProvider>,
  );
  await until(() => {
    expect(box.textContent).toContain('Certificate');
    expect(called.some((url) => url.endsWith(loadPhoneMachine.path))).toBe(adminRole === 'SUPER_ADMIN');
  });
  return box;
}

async function choose(box: Element, label: string): Promise<void> {
  const option = [...box.querySelectorAll('label')].find(({ textContent }) => textContent === label);
  await act(async () => option?.querySelector('input')?.click());
}

const lines = (box: Element) => [...box.querySelectorAll('ol code')].map(({ textContent }) => textContent);

describe('connecting a phone', () => {
  it('says what to do in each of the three cases, with commands', async () => {
    access = onThisComputer;
    const box = await draw();
    await until(() => expect(lines(box)).toContain('npm run local-ca'));
    expect(box.textContent).toContain('No phone can connect yet.');
    expect(lines(box)).toEqual([
      'npm run local-ca',
      'https://192.168.1.20:8080/local-ca.crt',
      'sudo ufw allow 8080/tcp',
      expect.stringMatching(/^netsh .*localport=8080$/),
    ]);
    await choose(box, 'This computer');
    expect(box.textContent).toContain('that tab is a device like any other');
    expect(lines(box)).toEqual([]);
    await choose(box, 'Anywhere');
    const name = box.querySelector<HTMLInputElement>('input[placeholder="fairwatch.example.org"]');
    await act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(
        name,
        'https://Phones.Berg.example/x',
      );
      name?.dispatchEvent(new Event('input', { bubbles: true }));
    });
    expect(lines(box)).toEqual(['caddy reverse-proxy --from phones.berg.example --to 127.0.0.1:8080']);
    await press(box, 'Copy the start command');
    expect(copied).toEqual(['PUBLIC_URL=https://phones.berg.example npm start']);
    expect(box.textContent).not.toMatch(/[A-Z]{3,}_[A-Z]{3,}/);
  });

  it('shows those who do not run the server the address and whether it works, and whom to ask', async () => {
    access = { ...onThisComputer, reach: 'NETWORK' };
    const box = await draw('ADMIN');
    expect(box.textContent).toContain(location.origin);
    expect(box.textContent).toContain('A Super Admin can change this.');
    expect(box.textContent).not.toContain('192.168.1.20');
    expect(lines(box)).toEqual([]);
  });

  it('tells live that a phone came over https', async () => {
    const box = await draw();
    expect(box.textContent).toContain('once each of them trusts your certificate');
    expect(lines(box)).toEqual([]);
    await press(box, 'Test');
    const address = `https://192.168.1.20:8443/phone-test/${test}`;
    await until(() => expect([...box.querySelectorAll('code')].map((code) => code.textContent)).toContain(address));
    expect(box.textContent).toContain('Waiting for a phone…');
    result = { state: 'REACHED', reached: { over: 'HTTPS', at: new Date().toISOString() } };
    await act(() => refetchChanged('phone-test'));
    await until(() => expect(box.textContent).toContain('A phone reached me over https.'));
    expect(box.textContent).not.toContain(address);
  });

  it('says that a phone came over http, and what that means', async () => {
    result = { state: 'REACHED', reached: { over: 'HTTP', at: new Date().toISOString() } };
    const box = await draw();
    await press(box, 'Test');
    await until(() => expect(box.textContent).toContain('A phone reached me over http.'));
    expect(box.textContent).toContain('neither camera, microphone nor location');
  });

  it('says what has likely failed when no phone came in a minute', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    const box = await draw();
    await press(box, 'Test');
    await until(() => expect(box.textContent).toContain('Waiting for a phone…'));
    expect(box.textContent).not.toContain('What does it show?');
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(box.textContent).toContain('No phone has come for a minute.');
    expect(box.textContent).toContain('the same Wi-Fi');
    expect(box.textContent).toContain('does not trust your authority');
  });
});

it.each([
  ['fairwatch.example.org', 'fairwatch.example.org'],
  [' HTTPS://Fairwatch.Example.org:8443/x ', 'fairwatch.example.org'],
  ['localhost', ''],
  ['a.org; rm -rf ~', ''],
  ['$(x).org', ''],
])('reads the name in %o as %o, and puts nothing else into a command', (typed, name) => {
  expect(hostNameOf(typed)).toBe(name);
});

it('has no word of environment variables in its texts', () => {
  expect(JSON.stringify(texts)).not.toMatch(/PUBLIC_URL|TLS_|COMPANION_URL|HOST=|environment|[A-Z]+_URL/);
});
