import { createStore, type Supervision } from '@fairwatch/device/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryDatabase } from '../storage/database-for-test.ts';
import { keepSubscribed, push, switchPushOff, switchPushOn } from './push.ts';

/** A browser's push service: gives out subscriptions, one at a time. */
function stubBrowser(permission: NotificationPermission) {
  let made = 0;
  let current: PushSubscription | null = null;
  const subscribe = vi.fn<PushManager['subscribe']>(async () => {
    made += 1;
    const endpoint = `https://push.example.org/${made}`;
    const subscription = {
      endpoint,
      toJSON: () => ({ endpoint, expirationTime: null, keys: { p256dh: 'p', auth: 'a' } }),
      unsubscribe: async () => {
        current = null;
        return true;
      },
    };
    current = subscription as never;
    return subscription as never;
  });
  const registration = { pushManager: { subscribe, getSubscription: async () => current } };
  const serviceWorker = { getRegistration: async () => registration, ready: Promise.resolve(registration) };
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker });
  vi.stubGlobal('PushManager', () => undefined);
  vi.stubGlobal('Notification', { permission, requestPermission: async () => permission });
  return { subscribe, current: () => current };
}

const told = (pushKey: string | null, pushSubscribed: boolean) => ({ pushKey, pushSubscribed }) as Supervision;

function phone(record?: { key: string; endpoint: string }) {
  const setPushSubscription = vi.fn<(subscription: object | null) => Promise<void>>(async () => undefined);
  const live = createStore({ connection: 'connected', supervision: null as Supervision | null });
  const database = memoryDatabase(record ? { push: record } : {});
  return { client: { setPushSubscription }, live, database, setPushSubscription };
}

const keys = (endpoint: string) => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } });
let stop: () => void = () => undefined;
const follow = (device: ReturnType<typeof phone>) => (stop = keepSubscribed(device as never));

beforeEach(() => push.set({ state: 'off' }));
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

describe('being told by push', () => {
  it('is not offered while the server sends none', async () => {
    stubBrowser('default');
    const device = phone();
    follow(device);
    device.live.set({ supervision: told('key', false) });
    await vi.waitFor(() => expect(push.get().state).toBe('possible'));
    device.live.set({ supervision: told(null, false) });
    await vi.waitFor(() => expect(push.get().state).toBe('off'));
  });

  it('is switched on by a tap and off by another, and the server knows', async () => {
    const browser = stubBrowser('granted');
    const device = phone();
    device.live.set({ supervision: told('key', false) });
    await switchPushOn(device as never);
    expect(browser.subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'key' });
    expect(device.setPushSubscription).toHaveBeenLastCalledWith(keys('https://push.example.org/1'));
    expect(push.get().state).toBe('on');
    expect(device.database.values.get('push')).toEqual({ key: 'key', endpoint: 'https://push.example.org/1' });
    await switchPushOff(device as never);
    expect(device.setPushSubscription).toHaveBeenLastCalledWith(null);
    expect(browser.current()).toBeNull();
    expect(push.get().state).toBe('possible');
    expect(device.database.values.has('push')).toBe(false);
  });

  it('says so when the person does not allow notifications', async () => {
    const browser = stubBrowser('denied');
    const device = phone();
    device.live.set({ supervision: told('key', false) });
    await switchPushOn(device as never);
    expect(push.get().state).toBe('denied');
    expect(browser.subscribe).not.toHaveBeenCalled();
  });

  it('ends in the browser what the server refuses', async () => {
    const browser = stubBrowser('granted');
    const device = phone();
    device.live.set({ supervision: told('key', false) });
    device.setPushSubscription.mockRejectedValue(new Error('This push service is not known.'));
    await expect(switchPushOn(device as never)).rejects.toThrow('not known');
    expect(browser.current()).toBeNull();
    expect(device.database.values.has('push')).toBe(false);
  });
});

it('a browser that cannot subscribe says so in words', async () => {
  const browser = stubBrowser('granted');
  browser.subscribe.mockRejectedValue(new DOMException('Registration failed - push service error', 'AbortError'));
  const device = phone();
  device.live.set({ supervision: told('key', false) });
  await expect(switchPushOn(device as never)).rejects.toThrow('Your browser could not arrange it');
  expect(device.setPushSubscription).not.toHaveBeenCalled();
});

async function subscribed() {
  const browser = stubBrowser('granted');
  await browser.subscribe();
  browser.subscribe.mockClear();
  return { browser, device: phone({ key: 'key', endpoint: 'https://push.example.org/1' }) };
}

describe('a browser that is subscribed', () => {
  it('leaves it at that while the server has it', async () => {
    const { browser, device } = await subscribed();
    follow(device);
    device.live.set({ supervision: told('key', true) });
    await vi.waitFor(() => expect(push.get().state).toBe('on'));
    expect(browser.subscribe).not.toHaveBeenCalled();
    expect(device.setPushSubscription).not.toHaveBeenCalled();
  });

  it('tells the server again that has lost it, once for each connection', async () => {
    const { device } = await subscribed();
    follow(device);
    device.live.set({ supervision: told('key', false) });
    await vi.waitFor(() => expect(device.setPushSubscription).toHaveBeenCalledWith(keys('https://push.example.org/1')));
    device.live.set({ supervision: told('key', false) });
    device.live.set({ connection: 'waiting' });
    device.live.set({ connection: 'connected', supervision: told('key', false) });
    await vi.waitFor(() => expect(device.setPushSubscription).toHaveBeenCalledTimes(2));
  });

  it('subscribes anew when the server has another key', async () => {
    const { browser, device } = await subscribed();
    follow(device);
    device.live.set({ supervision: told('other-key', false) });
    await vi.waitFor(() => expect(device.setPushSubscription).toHaveBeenCalledWith(keys('https://push.example.org/2')));
    expect(browser.subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'other-key' });
  });

  it('tells the server of the one that the browser put in its place', async () => {
    const { browser, device } = await subscribed();
    await browser.subscribe();
    follow(device);
    device.live.set({ supervision: told('key', true) });
    await vi.waitFor(() => expect(device.setPushSubscription).toHaveBeenCalledWith(keys('https://push.example.org/2')));
  });

  it('shows that it is on while the server is away, so that it can be switched off', async () => {
    const { device } = await subscribed();
    follow(device);
    await vi.waitFor(() => expect(push.get().state).toBe('on'));
  });
});

it('a server that still has a subscription of a person who wants none is told', async () => {
  stubBrowser('default');
  const device = phone();
  follow(device);
  device.live.set({ supervision: told('key', true) });
  await vi.waitFor(() => expect(device.setPushSubscription).toHaveBeenCalledWith(null));
});
