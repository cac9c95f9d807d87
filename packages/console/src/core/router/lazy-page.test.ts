import { beforeEach, describe, expect, it, vi } from 'vitest';
import { loadOrReload, PageLoadError } from './lazy-page.ts';

const missing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

const reachable = async () => true;
const unreachable = async () => false;

beforeEach(() => sessionStorage.clear());

describe('lazy pages', () => {
  it('resolves to the page', async () => {
    const reload = vi.fn<() => void>();
    await expect(loadOrReload('devices', () => Promise.resolve('page'), reload, reachable)).resolves.toBe('page');
    expect(reload).not.toHaveBeenCalled();
  });

  it('[SPEC 2.44] if a page fails to load, the browser reloads the page', async () => {
    const reload = vi.fn<() => void>();
    void loadOrReload('devices', missing, reload, reachable);
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  });

  it('[SPEC 8.18] a page load failure reloads once: the second in a row is shown', async () => {
    const reload = vi.fn<() => void>();
    void loadOrReload('devices', missing, reload, reachable);
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    await expect(loadOrReload('devices', missing, reload, reachable)).rejects.toThrow(PageLoadError);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('a successful load resets the count of failures', async () => {
    const reload = vi.fn<() => void>();
    void loadOrReload('devices', missing, reload, reachable);
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    await loadOrReload('devices', () => Promise.resolve('page'), reload, reachable);
    void loadOrReload('devices', missing, reload, reachable);
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(2));
  });

  it("an unreachable server: the failure is shown, because a reload would show the browser's error page", async () => {
    const reload = vi.fn<() => void>();
    await expect(loadOrReload('devices', missing, reload, unreachable)).rejects.toMatchObject({
      serverUnreachable: true,
    });
    expect(reload).not.toHaveBeenCalled();
    // Once the server is reachable, a page that fails is reloaded again.
    void loadOrReload('devices', missing, reload, reachable);
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  });

  it('a successful load of another page does not reset the count', async () => {
    const reload = vi.fn<() => void>();
    void loadOrReload('devices', missing, reload, reachable);
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    await loadOrReload('shell', () => Promise.resolve('page'), reload, reachable);
    await expect(loadOrReload('devices', missing, reload, reachable)).rejects.toThrow(PageLoadError);
  });
});
