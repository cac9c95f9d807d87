import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RouterProvider, createRootRoute, createRouter } from '@tanstack/react-router';
import { ApiError } from '../api/api-error.ts';
import { mount, press } from '../components/mount-for-test.tsx';
import { tryAgain } from '../connection/worth-trying.ts';
import { PageLoadError } from './lazy-page.ts';
import { PageError } from './page-error.tsx';

const server = vi.fn<typeof fetch>();
const away = () => Promise.reject(new TypeError('Failed to fetch'));
const there = async () => new Response('<html>');
let reload: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  vi.stubGlobal('fetch', server);
  server.mockImplementation(away);
  reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
});
afterEach(() => {
  reload.mockRestore();
  server.mockReset();
  vi.unstubAllGlobals();
});

/** Draws the page of a route whose component throws. */
async function show(error: unknown) {
  const renders = vi.fn<() => void>();
  const rootRoute = createRootRoute({
    component: () => {
      renders();
      throw error;
    },
  });
  const router = createRouter({ routeTree: rootRoute, defaultErrorComponent: PageError });
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { box } = mount(<RouterProvider router={router as never} />);
  await vi.waitFor(async () => {
    await act(async () => {});
    expect(box.querySelector('h1')).not.toBeNull();
  });
  quiet.mockRestore();
  return { box, renders };
}

it('a page whose code waits for the server says so, and is not reloaded while it is away', async () => {
  const { box } = await show(new PageLoadError(new TypeError('no'), true));
  expect(box.querySelector('h1')?.textContent).toBe('The server cannot be reached');
  await press(box, 'Retry');
  await vi.waitFor(() => expect(box.textContent).toContain('There is no answer yet.'));
  expect(reload).not.toHaveBeenCalled();
});

it('a page that waits opens by itself once the server answers', async () => {
  await show(new PageLoadError(new TypeError('no'), true));
  server.mockImplementation(there);
  await act(async () => tryAgain());
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
});

it("a proxy's error page is no answer", async () => {
  await show(new PageLoadError(new TypeError('no'), true));
  server.mockImplementation(async () => new Response('<h1>Bad gateway</h1>', { status: 502 }));
  await act(async () => tryAgain());
  await vi.waitFor(() => expect(server).toHaveBeenCalled());
  expect(reload).not.toHaveBeenCalled();
});

it('what the guard could not read is read again without a reload', async () => {
  const { renders } = await show(new ApiError('No answer.', 0));
  server.mockImplementation(there);
  const before = renders.mock.calls.length;
  await act(async () => tryAgain());
  await vi.waitFor(() => expect(renders.mock.calls.length).toBeGreaterThan(before));
  expect(reload).not.toHaveBeenCalled();
});

it('a page that failed for another reason is tried only when somebody asks for it', async () => {
  server.mockImplementation(there);
  const { box } = await show(new Error('A bug.'));
  expect(box.textContent).toContain('A bug.');
  await act(async () => tryAgain());
  expect(reload).not.toHaveBeenCalled();
  await press(box, 'Retry');
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
});

it('a part of a page that did not come waits for the server only when that is away', async () => {
  const missing = new TypeError('Failed to fetch dynamically imported module: http://localhost/assets/a.js');
  server.mockImplementation(there);
  const present = await show(missing);
  expect(present.box.querySelector('h1')?.textContent).toBe('This page could not be opened');
  await act(async () => tryAgain());
  expect(reload).not.toHaveBeenCalled();
  server.mockImplementation(away);
  const { box } = await show(missing);
  await vi.waitFor(() => expect(box.querySelector('h1')?.textContent).toBe('The server cannot be reached'));
});
