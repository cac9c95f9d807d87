import { capabilityNames, groundNotStated, passcodeList, type Passcode } from '@fairwatch/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { encode } from 'uqr';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { queryClient } from '../../core/api/query.ts';
import { mount, press } from '../../core/components/mount-for-test.tsx';
import { sessionStore } from '../../core/session/session-store.ts';
import { refetchChanged } from '../changes/refetch-changed.ts';
import { JoinDialog } from './join-dialog.tsx';

const passcode = (id: number, otpCode: string): Passcode => ({
  id,
  otpCode,
  signing: null,
  language: null,
  state: 'VALID',
  name: '',
  asked: [],
  email: '',
  group: null,
  admin: 'maria',
  batchId: 1,
  remindedAt: null,
  ground: { ...groundNotStated, purpose: 'SCHOOL', guardian: 'Ines Berg' },
  createdBy: 'owner',
  createdAt: '2026-11-15T10:00:00.000Z',
  expiresAt: '2026-11-16T10:00:00.000Z',
  usedAt: null,
  usedBy: null,
});

let companionOrigin: string | null;
/** What the list of passcodes says now. */
let listed: Passcode[];

beforeEach(() => {
  companionOrigin = 'https://join.example.org';
  listed = [];
  vi.stubGlobal('fetch', async (url: string) => {
    const installation = { version: '1', payloadMode: 'PLAINTEXT', companionOrigin };
    const data = url.endsWith(passcodeList.path) ? listed : installation;
    return Response.json({ securityStatus: 'PLAINTEXT', data, meta: { has_error: false, message: [] } });
  });
});
afterEach(() => {
  act(() => sessionStore.logout());
  vi.unstubAllGlobals();
});

async function draw(...passcodes: Passcode[]) {
  const { box } = mount(
    <QueryClientProvider client={queryClient}>
      <JoinDialog passcodes={passcodes} close={() => undefined} />
    </QueryClientProvider>,
  );
  await vi.waitFor(async () => {
    await act(async () => undefined);
    expect(document.querySelector('article')).not.toBeNull();
  });
  return box;
}

/** The number of dark modules of a QR code, which is enough to tell texts apart. */
const drawnModules = (svg: Element | null | undefined) =>
  svg?.querySelector('path')?.getAttribute('d')?.split('M').length;
const expectedModules = (text: string) => encode(text, { border: 4 }).data.flat().filter(Boolean).length + 1;

describe('joining with a passcode', () => {
  it('shows a QR code of the link, which can be copied and shared, and a code to type', async () => {
    const share = vi.fn<(data: ShareData) => Promise<void>>(async () => undefined);
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { share }));
    const box = await draw(passcode(1, 'ABCDWXYZ'));
    const link = 'https://join.example.org/companion/join#ABCDWXYZ';
    expect(box.querySelector('code')?.textContent).toBe(link);
    expect(box.textContent).toContain('ABCD-WXYZ');
    expect(box.textContent).toContain(`node fairwatch.mjs join '${link}'`);
    expect(box.querySelector('[aria-label="Copy the line for Termux"]')).not.toBeNull();
    await vi.waitFor(async () => {
      await act(async () => undefined);
      expect(drawnModules(box.querySelector('svg[role=img]'))).toBe(expectedModules(link));
    });
    expect(box.querySelector('[aria-label="Copy the link"]')).not.toBeNull();
    await act(async () => box.querySelector<HTMLElement>('[aria-label="Share the link"]')?.click());
    expect(share).toHaveBeenCalledWith(expect.objectContaining({ url: link }));
    expect(box.textContent).not.toContain('PUBLIC_URL');
  });

  it('notices that somebody has joined, while it is open', async () => {
    const access = { id: 1, featurePermission: 'OTP_LIST', featureAccess: 'FULL_ACCESS' } as const;
    act(() => sessionStore.setProfile({ adminRole: 'ADMIN', featureAccessDTOs: [access] }));
    const made = [passcode(1, 'ABCDWXYZ'), passcode(2, 'EFGHKLMN')];
    listed = made;
    const [one, many] = [await draw(passcode(1, 'ABCDWXYZ')), await draw(...made)];
    const tryHere = [...one.querySelectorAll('a')].find(({ textContent }) => textContent === 'Try it here');
    expect([tryHere?.href, tryHere?.target]).toEqual(['https://join.example.org/companion/join#ABCDWXYZ', '_blank']);
    expect(one.textContent).not.toContain('joined');
    const usedBy = { deviceId: 7, deviceName: 'Rosa Lind', username: 'rosa' };
    const used: Passcode = { ...passcode(1, 'ABCDWXYZ'), state: 'USED', usedBy, usedAt: '2026-11-15T11:00:00.000Z' };
    listed = [used, passcode(2, 'EFGHKLMN')];
    await act(() => refetchChanged('passcodes'));
    await vi.waitFor(async () => {
      await act(async () => undefined);
      expect(one.querySelector('output')?.textContent).toContain('Rosa Lind has joined.');
      expect(one.querySelector('svg[role=img]')).toBeNull();
      expect(many.querySelector('output')?.textContent).toBe('1 of 2 have joined.');
    });
    expect([...many.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
      'ABCD-WXYZRosa Lind has joined',
      'EFGH-KLMNhttps://join.example.org/companion/join#EFGHKLMN',
    ]);
  });

  it('falls back to the address of the page, and warns when it does not work on a phone', async () => {
    companionOrigin = null;
    const box = await draw(passcode(1, 'ABCDWXYZ'));
    expect(box.querySelector('code')?.textContent).toBe(`${location.origin}/companion/join#ABCDWXYZ`);
    expect(box.textContent).toContain('This address works on this computer only: no phone can open it.');
    expect(box.textContent).not.toContain('Connect a phone');
    const held = { id: 1, featurePermission: 'OTP_LIST', featureAccess: 'FULL_ACCESS' } as const;
    act(() => sessionStore.setProfile({ adminRole: 'ADMIN', featureAccessDTOs: [held] }));
    onTestFinished(() => act(() => sessionStore.logout()));
    expect(box.textContent).toContain('Connect a phone');
    expect(box.querySelector('[aria-label="Share the link"]')).toBeNull();
  });

  it('prints a card for each passcode: server, admin, purpose, QR code, code and expiry', async () => {
    const print = vi.fn<() => void>();
    vi.stubGlobal('print', print);
    const asked = [{ capability: 'LOCATION', reason: 'To find you' } as const];
    const box = await draw(passcode(1, 'ABCDWXYZ'), { ...passcode(2, 'EFGHKLMN'), asked });
    expect([...box.querySelectorAll('li strong')].map(({ textContent }) => textContent)).toEqual([
      'ABCD-WXYZ',
      'EFGH-KLMN',
    ]);
    const cards = [...document.querySelectorAll('article')];
    expect(cards).toHaveLength(2);
    const facts = [...(cards[1]?.querySelectorAll('dd') ?? [])].map(({ textContent }) => textContent);
    expect(facts).toEqual(['join.example.org', 'maria', 'School device', 'Ines Berg', expect.stringContaining('2026')]);
    expect(cards[1]?.textContent).toContain('EFGH-KLMN');
    expect(drawnModules(cards[1]?.querySelector('svg'))).toBe(
      expectedModules('https://join.example.org/companion/join#EFGHKLMN'),
    );
    const all = capabilityNames.length;
    expect(cards[0]?.textContent).toContain('You will be asked, one by one, whether to share: Contacts,');
    expect(cards[1]?.textContent).toContain(
      `owner asks for 1 of ${all} kinds of data: Location, because: “To find you”. All stays off until you switch it on`,
    );
    await press(box, 'Print cards');
    expect(print).toHaveBeenCalledOnce();
  });
});
