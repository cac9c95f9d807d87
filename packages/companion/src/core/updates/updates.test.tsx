import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mount, press } from '../components/mount-for-test.tsx';
import { beginUnderWay } from './under-way.ts';
import { UpdateBanner } from './update-banner.tsx';
import { takeNewVersion, updates, watchUpdates } from './updates.ts';

class Worker extends EventTarget {
  state = 'installing';
  postMessage = vi.fn<(message: object) => void>();

  becomeInstalled() {
    this.state = 'installed';
    this.dispatchEvent(new Event('statechange'));
  }
}

class Registration extends EventTarget {
  installing: Worker | null = null;
  waiting: Worker | null = null;
  update = vi.fn<() => Promise<void>>(async () => undefined);
  unregister = vi.fn<() => Promise<boolean>>(async () => true);
}

/** The browser's service workers, as far as the page uses them. */
class Workers extends EventTarget {
  controller: object | null = {};
  registration = new Registration();
  register = async () => this.registration;
  getRegistration = async () => this.registration;

  /** A new version was found and fetched; it waits. */
  bring(): Worker {
    const worker = new Worker();
    this.registration.installing = worker;
    this.registration.dispatchEvent(new Event('updatefound'));
    this.registration.waiting = worker;
    act(() => worker.becomeInstalled());
    return worker;
  }
}

let workers: Workers;
let reload: ReturnType<typeof vi.spyOn>;
let watching: AbortController;
const watch = () => watchUpdates({ workers: workers as never, signal: watching.signal });

beforeEach(() => {
  workers = new Workers();
  watching = new AbortController();
  updates.set({ isAvailable: false });
  reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
});
afterEach(() => {
  watching.abort();
  reload.mockRestore();
  vi.unstubAllGlobals();
  history.replaceState(null, '', '/');
});

const becomeVisible = () => act(() => document.dispatchEvent(new Event('visibilitychange')));

describe('a new version', () => {
  it('is offered, and takes over only when the person asks for it', async () => {
    await watch();
    const box = mount(<UpdateBanner />);
    expect(box.textContent).toBe('');
    const worker = workers.bring();
    expect(box.textContent).toContain('A new version is there.');
    expect(worker.postMessage).not.toHaveBeenCalled();
    await press(box, 'Reload');
    expect(worker.postMessage).toHaveBeenCalledWith({ type: 'take-over' });
    expect(reload).not.toHaveBeenCalled();
    workers.dispatchEvent(new Event('controllerchange'));
    expect(reload).toHaveBeenCalledOnce();
  });

  it('comes by itself when an idle page is looked at again, and not over what goes on', async () => {
    await watch();
    const worker = workers.bring();
    const end = beginUnderWay();
    becomeVisible();
    expect(worker.postMessage).not.toHaveBeenCalled();
    end();
    becomeVisible();
    expect(worker.postMessage).toHaveBeenCalledWith({ type: 'take-over' });
  });

  it('that another tab asked for is offered here', async () => {
    await watch();
    act(() => void workers.dispatchEvent(new Event('controllerchange')));
    expect(updates.get().isAvailable).toBe(true);
    expect(reload).not.toHaveBeenCalled();
    takeNewVersion();
    expect(reload).toHaveBeenCalledOnce();
  });
});

it('the first worker of all is no new version', async () => {
  workers.controller = null;
  await watch();
  workers.bring();
  expect(updates.get().isAvailable).toBe(false);
});

it('looks for a new version when the page is looked at', async () => {
  await watch();
  becomeVisible();
  await vi.waitFor(() => expect(workers.registration.update).toHaveBeenCalled());
});

describe('a server without the companion', () => {
  it.each([
    ['says that it is not there', new Response('', { status: 404 })],
    ['answers with another page', new Response('<html>', { headers: { 'content-type': 'text/html' } })],
  ])('%s: the worker goes', async (_how, response) => {
    workers.registration.update.mockRejectedValue(new TypeError('no script'));
    vi.stubGlobal('fetch', async () => response);
    await watch();
    becomeVisible();
    await vi.waitFor(() => expect(reload).toHaveBeenCalled());
    expect(workers.registration.unregister).toHaveBeenCalled();
  });

  it.each([
    ['is away', null],
    ['is not built', new Response('', { status: 503 })],
  ])('%s: the worker stays', async (_how, response) => {
    const asked = Promise.withResolvers<void>();
    workers.registration.update.mockRejectedValue(new TypeError('no script'));
    vi.stubGlobal('fetch', async () => {
      setTimeout(asked.resolve);
      return response ?? Promise.reject(new TypeError('Failed to fetch'));
    });
    await watch();
    becomeVisible();
    await asked.promise;
    expect(workers.registration.unregister).not.toHaveBeenCalled();
  });
});

it('a tap on a notification leads to its page', async () => {
  await watch();
  const data = { type: 'open-page', address: `${location.origin}/companion/requests` };
  act(() => void workers.dispatchEvent(new MessageEvent('message', { data })));
  expect(location.pathname).toBe('/companion/requests');
});
