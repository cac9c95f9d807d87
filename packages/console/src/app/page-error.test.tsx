import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RouterProvider, createRootRoute, createRouter, type AnyRouter } from '@tanstack/react-router';
import { ApiError } from '../core/api/api-error.ts';
import { mount, press } from '../core/components/mount-for-test.tsx';
import { tryAgain } from '../core/connection/retry-signal.ts';
import { PageLoadError } from '../core/router/lazy-page.ts';
import { PageError } from './page-error.tsx';

const server = vi.fn<typeof fetch>();
const unreachable = () => Promise.reject(new TypeError('Failed to fetch'));
const reachable = async () => new Response('<html>');
let reload: ReturnType<typeof vi.spyOn>;
let reports: ReturnType<typeof vi.spyOn>[];

beforeEach(() => {
  vi.stubGlobal('fetch', server);
  server.mockImplementation(unreachable);
  reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
  // React and the router report what the route throws.
  reports = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')].map((report) =>
    report.mockImplementation(() => {}),
  );
});
afterEach(() => {
  reload.mockRestore();
  for (const report of reports) report.mockRestore();
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
  const router: AnyRouter = createRouter({ routeTree: rootRoute, defaultErrorComponent: PageError });
  const { box } = mount(<RouterProvider router={router} />);
  await vi.waitFor(async () => {
    await act(async () => {});
    expect(box.querySelector('h1')).not.toBeNull();
  });
  return { box, renders };
}

it('says that the server is unreachable, and does not reload while it is', async () => {
  const { box } = await show(new PageLoadError(new TypeError('no'), true));
  expect(box.querySelector('h1')?.textContent).toBe('The server cannot be reached');
  await press(box, 'Retry');
  await vi.waitFor(() => expect(box.textContent).toContain('There is no answer yet.'));
  expect(reload).not.toHaveBeenCalled();
});

it('reloads automatically once the server answers', async () => {
  await show(new PageLoadError(new TypeError('no'), true));
  server.mockImplementation(reachable);
  await act(async () => tryAgain());
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
});

it("does not reload for a proxy's error page", async () => {
  await show(new PageLoadError(new TypeError('no'), true));
  server.mockImplementation(async () => new Response('<h1>Bad gateway</h1>', { status: 502 }));
  await act(async () => tryAgain());
  await vi.waitFor(() => expect(server).toHaveBeenCalled());
  expect(reload).not.toHaveBeenCalled();
});

it('runs the guard again without a reload after its call failed', async () => {
  const { renders } = await show(new ApiError('No answer.', 0));
  server.mockImplementation(reachable);
  const before = renders.mock.calls.length;
  await act(async () => tryAgain());
  await vi.waitFor(() => expect(renders.mock.calls.length).toBeGreaterThan(before));
  expect(reload).not.toHaveBeenCalled();
});

it('reloads after any other failure only when Retry is pressed', async () => {
  server.mockImplementation(reachable);
  const { box } = await show(new Error('A bug.'));
  expect(box.textContent).toContain('A bug.');
  await act(async () => tryAgain());
  expect(reload).not.toHaveBeenCalled();
  await press(box, 'Retry');
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
});

it('takes a missing chunk for an unreachable server only while the server does not answer', async () => {
  const missing = new TypeError('Failed to fetch dynamically imported module: http://localhost/assets/a.js');
  server.mockImplementation(reachable);
  const present = await show(missing);
  expect(present.box.querySelector('h1')?.textContent).toBe('This page could not be opened');
  await act(async () => tryAgain());
  expect(reload).not.toHaveBeenCalled();
  server.mockImplementation(unreachable);
  const { box } = await show(missing);
  await vi.waitFor(() => expect(box.querySelector('h1')?.textContent).toBe('The server cannot be reached'));
});
