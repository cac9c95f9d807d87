import { describe, expect, it, vi } from 'vitest';
import { openNotified, readPush, renewSubscription, showPush } from './push-events.ts';

const scope = 'https://watch.example.org/companion/';
const message = {
  kind: 'COMMAND',
  tag: 'command-7',
  title: 'maria asks for your location',
  body: 'Reason: late for dinner',
  page: '/requests',
};
const data = (value: unknown) => ({ json: () => value });

describe('a push', () => {
  it('is shown as it says', async () => {
    const showNotification = vi.fn<ServiceWorkerRegistration['showNotification']>();
    await showPush({ registration: { showNotification }, scope }, data(message));
    expect(showNotification).toHaveBeenCalledWith('maria asks for your location', {
      body: 'Reason: late for dinner',
      tag: 'command-7',
      renotify: true,
      icon: `${scope}icon-192.png`,
      data: { page: '/requests' },
    });
  });

  it.each([
    ['nothing', null],
    ['another shape', data({ title: 1 })],
    ['no title', data({ ...message, title: '' })],
    ['no JSON', { json: () => JSON.parse('<') }],
  ])('with %s in it is shown all the same', async (_what, unreadable) => {
    const showNotification = vi.fn<ServiceWorkerRegistration['showNotification']>();
    await showPush({ registration: { showNotification }, scope }, unreadable);
    expect(showNotification.mock.calls[0]?.[0]).toBe('Something waits for you');
    expect(readPush(unreadable).page).toBe('/');
  });
});

function windowAt(url: string) {
  return { url, postMessage: vi.fn<(message: object) => void>(), focus: vi.fn<() => Promise<void>>() };
}
function browserWith(...windows: ReturnType<typeof windowAt>[]) {
  return { matchAll: async () => windows, openWindow: vi.fn<(address: string) => Promise<unknown>>() };
}

describe('a tap on a notification', () => {
  it('leads an open companion to the page', async () => {
    const companion = windowAt(`${scope}log`);
    const clients = browserWith(windowAt('https://watch.example.org/devices'), companion);
    await openNotified({ clients, scope }, { page: '/requests' });
    expect(companion.postMessage).toHaveBeenCalledWith({ type: 'open-page', address: `${scope}requests` });
    expect(companion.focus).toHaveBeenCalledOnce();
    expect(clients.openWindow).not.toHaveBeenCalled();
  });

  it('opens the companion when it is closed', async () => {
    const clients = browserWith(windowAt('https://watch.example.org/devices'));
    await openNotified({ clients, scope }, { page: '/tickets/7' });
    expect(clients.openWindow).toHaveBeenCalledWith(`${scope}tickets/7`);
  });

  it.each(['//evil.example.org/', '/../admin', 'https://evil.example.org/', '/\\evil.example.org', 7, null])(
    'never leaves the companion: %s',
    async (page) => {
      const clients = browserWith();
      await openNotified({ clients, scope }, { page });
      expect(clients.openWindow.mock.calls[0]?.[0].startsWith(scope)).toBe(true);
    },
  );
});

describe('a subscription that the browser replaced', () => {
  const subscribe = vi.fn<PushManager['subscribe']>();
  const oldSubscription = { options: { applicationServerKey: new ArrayBuffer(65) } } as PushSubscription;

  it('is made anew with the same key', async () => {
    await renewSubscription({ subscribe }, { oldSubscription }, async () => null);
    const { applicationServerKey } = oldSubscription.options;
    expect(subscribe).toHaveBeenLastCalledWith({ userVisibleOnly: true, applicationServerKey });
  });

  it('is made with the key that was kept, when the browser does not tell it', async () => {
    await renewSubscription({ subscribe }, {}, async () => 'kept-key');
    expect(subscribe).toHaveBeenLastCalledWith({ userVisibleOnly: true, applicationServerKey: 'kept-key' });
  });

  it('is left alone when there is a new one, or when the person wants none', async () => {
    subscribe.mockClear();
    await renewSubscription({ subscribe }, { newSubscription: oldSubscription }, async () => 'kept-key');
    await renewSubscription({ subscribe }, {}, async () => null);
    expect(subscribe).not.toHaveBeenCalled();
  });
});
