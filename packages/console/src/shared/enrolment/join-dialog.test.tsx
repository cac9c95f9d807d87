import { groundNotStated, type Passcode } from '@fairwatch/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { encode } from 'uqr';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { queryClient } from '../../core/api/query.ts';
import { mount, press } from '../../core/components/mount-for-test.tsx';
import { sessionStore } from '../../core/session/session-store.ts';
import { JoinDialog } from './join-dialog.tsx';

const passcode = (id: number, otpCode: string): Passcode => ({
  id,
  otpCode,
  state: 'VALID',
  name: '',
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

beforeEach(() => {
  companionOrigin = 'https://join.example.org';
  vi.stubGlobal('fetch', async () => {
    const data = { version: '1', payloadMode: 'PLAINTEXT', companionOrigin };
    return Response.json({ securityStatus: 'PLAINTEXT', data, meta: { has_error: false, message: [] } });
  });
});
afterEach(() => vi.unstubAllGlobals());

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
    const box = await draw(passcode(1, 'ABCDWXYZ'), passcode(2, 'EFGHKLMN'));
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
    await press(box, 'Print cards');
    expect(print).toHaveBeenCalledOnce();
  });
});
