import { errorText, offersWithout, type ConsentRequest } from '@fairwatch/contract';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../core/api/api-error.ts';
import { press } from '../../../core/components/mount-for-test.tsx';
import { mountPages } from '../../../core/router/mount-pages-for-test.tsx';
import { sessionStore } from '../../../core/session/session-store.ts';
import { deviceForTest } from '../device/device-for-test.ts';
import { NotSharedView } from './not-shared-view.tsx';
import { withheldBy } from './withheld.ts';

const paused = new ApiError(errorText('device_paused'), 403, 'device_paused');
const held = new ApiError(errorText('device_held'), 403, 'device_held');
const notShared = new ApiError(errorText('consent_missing', { capability: 'Contacts' }), 403, 'consent_missing');

const hourMs = 3_600_000;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
const open: ConsentRequest = {
  id: 5,
  capability: 'CONTACTS',
  askedBy: 'maria',
  mine: false,
  askedAt: ago(120_000),
  seenAt: null,
  answer: null,
  answeredAt: null,
  notBefore: null,
  reasonAtJoining: null,
};
const declined: ConsentRequest = { ...open, answer: 'DECLINED', answeredAt: ago(hourMs), notBefore: ago(-23 * hourMs) };

let requests: ConsentRequest[] = [];
let device = deviceForTest();
const onAskConsent = vi.fn<(path: string, body: unknown) => void>();

/** Responds like the server: `ask-consent` opens a request. */
async function answer(url: unknown, init?: RequestInit): Promise<Response> {
  const path = String(url);
  if (path.endsWith('/ask-consent')) {
    onAskConsent(path, JSON.parse(String(init?.body)));
    requests = [open];
  }
  const data = path.endsWith('/consent-requests') ? requests : device;
  const meta = { has_error: false, message: [], pagination: null };
  return Response.json({ securityStatus: 'PLAINTEXT', data, meta });
}

beforeEach(() => {
  requests = [];
  device = deviceForTest();
  onAskConsent.mockClear();
  vi.stubGlobal('fetch', vi.fn<typeof fetch>(answer));
});
afterEach(() => {
  act(() => sessionStore.logout());
  vi.unstubAllGlobals();
});

async function draw(error: ApiError, featureAccess: 'FULL_ACCESS' | 'READ_ONLY' = 'FULL_ACCESS') {
  act(() =>
    sessionStore.setProfile({
      adminRole: 'ADMIN',
      featureAccessDTOs: [{ id: 1, featurePermission: 'CONTACTS', featureAccess }],
    }),
  );
  const Page = () => <NotSharedView error={error} refetch={async () => undefined} />;
  const { box } = await mountPages({ '/device/contact/$deviceId': Page }, '/device/contact/3');
  return box;
}

/** Waits until a check passes, and renders pending updates before each attempt. */
const waitUntil = (check: () => void) =>
  vi.waitFor(async () => {
    await act(async () => undefined);
    check();
  });

describe('data that the person does not share', () => {
  it('says that sharing is paused, until when, and offers no request', async () => {
    const box = await draw(paused);
    expect(box.querySelector('h2')?.textContent).toBe('The person using this device has paused sharing.');
    expect(box.textContent).toContain('until the person who carries the device resumes');
    expect(box.textContent).not.toContain('Ask to share');
  });

  it('says that it is not shared, who can change that, and sends a request', async () => {
    const box = await draw(notShared);
    expect(box.querySelector('h2')?.textContent).toBe('The person using this device does not share Contacts.');
    expect(box.textContent).toContain('can switch this on');
    await waitUntil(() => expect(box.textContent).toContain('Ask to share Contacts'));
    await press(box, 'Ask to share Contacts');
    expect(onAskConsent).toHaveBeenCalledWith(expect.stringContaining('device/ask-consent'), {
      deviceId: 3,
      capability: 'CONTACTS',
    });
    await waitUntil(() =>
      expect(box.textContent).toContain('maria asked 2 minutes ago. The person decides on the device.'),
    );
    expect(box.textContent).not.toContain('Ask to share Contacts');
  });

  it('says that consent is unknown since a restore, and offers no request', async () => {
    const box = await draw(held);
    expect(box.querySelector('h2')?.textContent).toContain('restored from a backup');
    expect(box.textContent).toContain('within seconds');
    expect(box.textContent).not.toContain('Ask to share');
  });

  it('says that the device is offline while a request waits for it', async () => {
    requests = [open];
    device = deviceForTest({ status: 'Offline' });
    const box = await draw(notShared);
    await waitUntil(() => expect(box.textContent).toContain('they are asked when it is back'));
  });

  it('says that a push asks them while the page on the device is closed', async () => {
    requests = [open];
    device = deviceForTest({ status: 'Reachable' });
    const box = await draw(notShared);
    await waitUntil(() => expect(box.textContent).toContain('a push asks them to open it'));
  });

  it('shows the reason of a client that cannot share it, and disables the request', async () => {
    const reason = 'This browser has no contacts.';
    device = deviceForTest({ offers: offersWithout({ CONTACTS: reason }) });
    const box = await draw(notShared);
    await waitUntil(() => expect(box.querySelector('h2')?.textContent).toBe(reason));
    expect(box.textContent).toContain('its person cannot be asked to share it');
    const button = () =>
      Array.from(box.querySelectorAll('button')).find((each) => each.textContent?.includes('Ask to share'));
    await waitUntil(() => expect(button()?.getAttribute('aria-disabled')).toBe('true'));
    const description = document.getElementById(button()?.getAttribute('aria-describedby') ?? '');
    expect(description?.textContent).toBe(reason);
    await act(async () => button()?.click());
    expect(onAskConsent).not.toHaveBeenCalled();
  });

  it('says when the person declined, and when they can be asked again', async () => {
    requests = [declined];
    const box = await draw(notShared);
    await waitUntil(() => expect(box.textContent).toContain('The person declined 1 hour ago.'));
    expect(box.textContent).toMatch(/They can be asked again in 2[23] hours/);
    const button = Array.from(box.querySelectorAll('button')).find((each) =>
      each.textContent?.includes('Ask to share'),
    );
    expect(button?.getAttribute('aria-disabled')).toBe('true');
  });

  it('says what was asked for when the person joined, why, and that they did not switch it on', async () => {
    requests = [{ ...declined, notBefore: null, askedAt: ago(100 * hourMs), reasonAtJoining: 'To reach your parents' }];
    const box = await draw(notShared);
    await waitUntil(() =>
      expect(box.textContent).toContain('maria asked for it when they joined, because: “To reach your parents”'),
    );
    expect(box.textContent).toContain('The person joined 4 days ago without switching it on.');
    expect(box.textContent).toContain('Ask to share Contacts');
  });

  it('offers no request to admins with read-only access', async () => {
    requests = [open];
    const box = await draw(notShared, 'READ_ONLY');
    await waitUntil(() => expect(box.textContent).toContain('The person decides on the device.'));
    expect(box.textContent).not.toContain('Take back');
  });

  it('is recognized by the error code', () => {
    expect([paused, held, notShared, new ApiError('Out of order', 500), new Error('x'), null].map(withheldBy)).toEqual([
      'paused',
      'held',
      'notShared',
      null,
      null,
      null,
    ]);
  });
});
