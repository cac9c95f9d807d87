import { errorText, offersWithout, type ConsentRequest } from '@fairwatch/contract';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { press } from '../components/mount-for-test.tsx';
import { mountPages } from '../router/mount-pages-for-test.tsx';
import { sessionStore } from '../session/session-store.ts';
import { deviceForTest } from './device-for-test.ts';
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
  askedAt: ago(120_000),
  answer: null,
  answeredAt: null,
  notBefore: null,
};
const declined: ConsentRequest = { ...open, answer: 'DECLINED', answeredAt: ago(hourMs), notBefore: ago(-23 * hourMs) };

let requests: ConsentRequest[] = [];
let device = deviceForTest();
const asked = vi.fn<(path: string, body: unknown) => void>();

/** Answers as the server would; asking opens a request. */
async function answer(url: unknown, init?: RequestInit): Promise<Response> {
  const path = String(url);
  if (path.endsWith('/ask-consent')) {
    asked(path, JSON.parse(String(init?.body)));
    requests = [open];
  }
  const data = path.endsWith('/consent-requests') ? requests : device;
  const meta = { has_error: false, message: [], pagination: null };
  return Response.json({ securityStatus: 'PLAINTEXT', data, meta });
}

beforeEach(() => {
  requests = [];
  device = deviceForTest();
  asked.mockClear();
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

/** Waits until the page shows it: React draws what has arrived each time it is looked at. */
const awaited = (check: () => void) =>
  vi.waitFor(async () => {
    await act(async () => undefined);
    check();
  });

describe('data that the person keeps to themselves', () => {
  it('says that it is paused, and until when; nobody is asked then', async () => {
    const box = await draw(paused);
    expect(box.querySelector('h2')?.textContent).toBe('The person using this device has paused sharing.');
    expect(box.textContent).toContain('until the person who carries the device resumes');
    expect(box.textContent).not.toContain('Ask to share');
  });

  it('says that it is not shared, who can change that, and asks them', async () => {
    const box = await draw(notShared);
    expect(box.querySelector('h2')?.textContent).toBe('The person using this device does not share Contacts.');
    expect(box.textContent).toContain('can switch this on');
    await awaited(() => expect(box.textContent).toContain('Ask to share Contacts'));
    await press(box, 'Ask to share Contacts');
    expect(asked).toHaveBeenCalledWith(expect.stringContaining('device/ask-consent'), {
      deviceId: 3,
      capability: 'CONTACTS',
    });
    await awaited(() =>
      expect(box.textContent).toContain('maria asked 2 minutes ago. The person decides on the device.'),
    );
    expect(box.textContent).not.toContain('Ask to share Contacts');
  });

  it('says that nobody knows yet since a restore, and asks for nothing', async () => {
    const box = await draw(held);
    expect(box.querySelector('h2')?.textContent).toContain('restored from a backup');
    expect(box.textContent).toContain('within seconds');
    expect(box.textContent).not.toContain('Ask to share');
  });

  it('says that the device is away while a request waits for it', async () => {
    requests = [open];
    device = deviceForTest({ status: 'Offline' });
    const box = await draw(notShared);
    await awaited(() => expect(box.textContent).toContain('they are asked when it is back'));
  });

  it('says that a push asks them while the page on the device is closed', async () => {
    requests = [open];
    device = deviceForTest({ status: 'Reachable' });
    const box = await draw(notShared);
    await awaited(() => expect(box.textContent).toContain('a push asks them to open it'));
  });

  it('says in the client’s words what it cannot share; nobody can be asked for it', async () => {
    const reason = 'This browser has no contacts.';
    device = deviceForTest({ offers: offersWithout({ CONTACTS: reason }) });
    const box = await draw(notShared);
    await awaited(() => expect(box.querySelector('h2')?.textContent).toBe(reason));
    expect(box.textContent).toContain('its person cannot be asked to share it');
    const button = () =>
      Array.from(box.querySelectorAll('button')).find((each) => each.textContent?.includes('Ask to share'));
    await awaited(() => expect(button()?.getAttribute('aria-disabled')).toBe('true'));
    const description = document.getElementById(button()?.getAttribute('aria-describedby') ?? '');
    expect(description?.textContent).toBe(reason);
    await act(async () => button()?.click());
    expect(asked).not.toHaveBeenCalled();
  });

  it('says when the person declined, and from when on they can be asked again', async () => {
    requests = [declined];
    const box = await draw(notShared);
    await awaited(() => expect(box.textContent).toContain('The person declined 1 hour ago.'));
    expect(box.textContent).toMatch(/They can be asked again in 2[23] hours/);
    const button = Array.from(box.querySelectorAll('button')).find((each) =>
      each.textContent?.includes('Ask to share'),
    );
    expect(button?.getAttribute('aria-disabled')).toBe('true');
  });

  it('lets nobody ask who could not use it', async () => {
    requests = [open];
    const box = await draw(notShared, 'READ_ONLY');
    await awaited(() => expect(box.textContent).toContain('The person decides on the device.'));
    expect(box.textContent).not.toContain('Take back');
  });

  it('is told from other errors by its code', () => {
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
