import { beforeEach, describe, expect, it, vi } from 'vitest';
import { loadOrReload, PageLoadError } from './lazy-page.ts';

const missing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

const there = async () => true;
const away = async () => false;

beforeEach(() => sessionStorage.clear());

describe('lazy pages', () => {
  it('brings the page', async () => {
    const reload = vi.fn<() => void>();
    await expect(loadOrReload('devices', () => Promise.resolve('page'), reload, there)).resolves.toBe('page');
    expect(reload).not.toHaveBeenCalled();
  });

  it('[SPEC 2.44] if a page fails to load, the browser reloads the page', async () => {
    const reload = vi.fn<() => void>();
    void loadOrReload('devices', missing, reload, there);
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  });

  it('[SPEC 8.18] a page load failure reloads once: the second in a row is shown', async () => {
    const reload = vi.fn<() => void>();
    void loadOrReload('devices', missing, reload, there);
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    await expect(loadOrReload('devices', missing, reload, there)).rejects.toThrow(PageLoadError);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('a page that loads makes the next failure the first again', async () => {
    const reload = vi.fn<() => void>();
    void loadOrReload('devices', missing, reload, there);
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    await loadOrReload('devices', () => Promise.resolve('page'), reload, there);
    void loadOrReload('devices', missing, reload, there);
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(2));
  });

  it('the server is away: the failure is shown, since a reload would show the page of the browser', async () => {
    const reload = vi.fn<() => void>();
    await expect(loadOrReload('devices', missing, reload, away)).rejects.toMatchObject({ serverAway: true });
    expect(reload).not.toHaveBeenCalled();
    // Once it is back, a page that fails is reloaded as ever.
    void loadOrReload('devices', missing, reload, there);
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  });

  it('another page that loads in between changes nothing: the shell always does', async () => {
    const reload = vi.fn<() => void>();
    void loadOrReload('devices', missing, reload, there);
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    await loadOrReload('shell', () => Promise.resolve('page'), reload, there);
    await expect(loadOrReload('devices', missing, reload, there)).rejects.toThrow(PageLoadError);
  });
});
