import { clientErrors, consoleSocketClose, limits, markNotificationsRead, profile } from '@fairwatch/contract';
import { QueryObserver } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { queryClient } from '../../core/api/query.ts';
import { mount } from '../../core/components/mount-for-test.tsx';
import { notificationStore } from '../../core/session/notification-store.ts';
import { sessionStore } from '../../core/session/session-store.ts';
import { tokenCookie } from '../../core/session/token-cookie.ts';
import { toast, Toaster } from '../../core/toast/toast.tsx';
import { onTicketChange } from './ticket-changes.ts';
import { useConsoleSocket } from './use-console-socket.ts';
import { FakeWebSocket } from './web-socket-for-test.ts';

function SocketUser() {
  const { connection } = useConsoleSocket();
  return <p>{connection}</p>;
}

function shownToasts(): (string | null)[][] {
  const toasts = [...document.querySelectorAll('[data-type]')];
  return toasts.map((element) => [element.getAttribute('data-type'), element.textContent]);
}

let box: HTMLElement;

beforeEach(() => {
  act(() => toast.removeAll());
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeWebSocket);
  sessionStorage.clear();
  tokenCookie.save('abc', false);
  ({ box } = mount(
    <>
      <SocketUser />
      <Toaster />
    </>,
  ));
});

afterEach(() => {
  act(() => toast.removeAll());
  notificationStore.clear();
  sessionStore.logout();
  tokenCookie.remove();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the socket of the shell', () => {
  it('[SPEC 7.93, 7.94] a NOTIFICATION message shows its title as a success toast and is stored as the latest notification', () => {
    act(() =>
      FakeWebSocket.latest().hear('{"messageType":"NOTIFICATION","notificationJson":{"title":"A device joined"}}'),
    );
    expect(shownToasts()).toEqual([['success', 'A device joined']]);
    expect(notificationStore.get()).toEqual({ title: 'A device joined' });
  });

  it.each([
    ['COMMAND_DONE', 'visible', [{ ids: [7] }]],
    ['COMMAND_DONE', 'hidden', []],
    ['COMMAND_FAILED', 'visible', []],
    ['DEVICE_JOINED', 'visible', []],
  ])('a toast of %s on a %s page marks as read: %j', async (type, visibility, marked) => {
    const fetchMock = vi.fn<(url: string, init: RequestInit) => Promise<Response>>(async () => Response.json({}));
    vi.stubGlobal('fetch', fetchMock);
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility as DocumentVisibilityState);
    onTestFinished(() => void vi.restoreAllMocks());
    const notificationJson = { title: 'Update', id: 7, link: '', type };
    act(() => FakeWebSocket.latest().hear(JSON.stringify({ messageType: 'NOTIFICATION', notificationJson })));
    await vi.advanceTimersByTimeAsync(0);
    const marks = fetchMock.mock.calls.filter(([url]) => url.endsWith(markNotificationsRead.path));
    expect(marks.map(([, { body }]): unknown => JSON.parse(String(body)))).toEqual(marked);
  });

  it('a NOTIFICATION message with a failure shows an error toast with the reason', () => {
    const notificationJson = { title: 'Renaming a file failed', failure: 'Pixel 9, marco: The file is in use.' };
    act(() => FakeWebSocket.latest().hear(JSON.stringify({ messageType: 'NOTIFICATION', notificationJson })));
    expect(shownToasts()).toEqual([['error', 'Renaming a file failed. Pixel 9, marco: The file is in use.']]);
    expect(notificationStore.get()).toEqual(notificationJson);
  });

  it('asks once, after opening, for what changed since the page began to load', () => {
    vi.stubGlobal('fetch', async () => Response.json({}));
    act(() => FakeWebSocket.latest().accept());
    const [request, ...others] = FakeWebSocket.latest().sent.map((text) => JSON.parse(text) as { loadedMs: number });
    expect(request).toEqual({ type: 'catch-up', loadedMs: expect.any(Number) });
    expect(request?.loadedMs).toBeGreaterThanOrEqual(0);
    expect(others).toEqual([]);
    // After a lost connection everything is loaded again instead.
    act(() => FakeWebSocket.latest().fail());
    act(() => vi.advanceTimersByTime(limits.consoleSocket.retryDelayMs));
    act(() => FakeWebSocket.latest().accept());
    expect(FakeWebSocket.latest().sent).toEqual([]);
  });

  it('a RESYNC message loads everything on screen again, and the profile', async () => {
    const fetchMock = vi.fn<(url: string) => Promise<Response>>(async () => Response.json({}));
    vi.stubGlobal('fetch', fetchMock);
    const load = vi.fn<() => Promise<number>>(async () => 1);
    const observer = new QueryObserver(queryClient, { queryKey: ['anything'], queryFn: load });
    onTestFinished(observer.subscribe(() => undefined));
    await vi.advanceTimersByTimeAsync(0);
    expect(load).toHaveBeenCalledOnce();
    act(() => FakeWebSocket.latest().hear('{"messageType":"RESYNC"}'));
    await vi.advanceTimersByTimeAsync(0);
    expect(load).toHaveBeenCalledTimes(2);
    expect(fetchMock.mock.calls.map(([url]) => url)).toEqual([expect.stringContaining(profile.path)]);
  });

  it('a TICKET message reaches the page of that ticket', () => {
    const listener = vi.fn<Parameters<typeof onTicketChange>[0]>();
    onTestFinished(onTicketChange(listener));
    const message = { messageType: 'TICKET', ticketId: 4, change: 'MESSAGE', side: 'MINE' };
    act(() => FakeWebSocket.latest().hear(JSON.stringify(message)));
    expect(listener.mock.calls).toEqual([[message]]);
  });

  it('[SPEC 8.2] a lost connection is told once, as a toast', () => {
    for (let failures = 0; failures <= limits.consoleSocket.retries; failures += 1) {
      act(() => FakeWebSocket.latest().fail());
      act(() => vi.advanceTimersByTime(limits.consoleSocket.retryDelayMs));
    }
    expect(shownToasts()).toEqual([['error', clientErrors.socket_lost]]);
    expect(box.textContent).toContain('lost');
  });

  it('[SPEC 8.1] a reload within the 3 s window after that is told that the server cannot be reached, as a toast', () => {
    for (let failures = 0; failures <= limits.consoleSocket.retries; failures += 1) {
      act(() => vi.advanceTimersByTime(limits.consoleSocket.retryDelayMs));
      act(() => FakeWebSocket.latest().fail());
    }
    act(() => toast.removeAll());
    const opened = FakeWebSocket.latest();
    mount(<SocketUser />);
    expect(shownToasts()).toEqual([['error', clientErrors.socket_unreachable]]);
    expect(FakeWebSocket.latest()).toBe(opened);
  });

  it('a session that ended on the server ends in the console, too', () => {
    act(() => sessionStore.setProfile({ username: 'mara' }));
    act(() => FakeWebSocket.latest().fail(consoleSocketClose.sessionEnded));
    expect(sessionStore.get().isAuthenticated).toBe(false);
    expect(tokenCookie.read()).toBeNull();
  });
});
