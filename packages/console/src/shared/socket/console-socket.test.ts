import { clientErrors, consoleSocketClose, limits } from '@fairwatch/contract';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { tryEveryMs } from '../../core/connection/retry-signal.ts';
import { createConsoleSocket } from './console-socket.ts';
import { FakeWebSocket } from './web-socket-for-test.ts';

const { retryDelayMs, openMs, pingMs } = limits.consoleSocket;

function open() {
  const events = {
    message: vi.fn<(message: unknown) => void>(),
    opened: vi.fn<(handshakeMs: number) => void>(),
    reopened: vi.fn<() => void>(),
    sessionEnded: vi.fn<() => void>(),
    interrupted: vi.fn<(since: number) => void>(),
    gaveUp: vi.fn<(text: string) => void>(),
  };
  const socket = createConsoleSocket('a b', events);
  socket.start();
  onTestFinished(socket.stop);
  return { ...events, socket };
}

/** Closes the current socket and waits until the next one is opened. */
function failAndWait(): void {
  FakeWebSocket.latest().fail();
  vi.advanceTimersByTime(retryDelayMs);
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeWebSocket);
  FakeWebSocket.all.length = 0;
  sessionStorage.clear();
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('console socket', () => {
  it('[SPEC 6.6, 7.90] connects to the ws path with the token and userType=ADMIN as query parameters', () => {
    open();
    const url = new URL(FakeWebSocket.latest().url);
    expect(url.protocol).toBe('ws:');
    expect(url.pathname).toBe('/ws');
    expect(Object.fromEntries(url.searchParams)).toEqual({ token: 'a b', userType: 'ADMIN' });
  });

  it('[SPEC 4.11, 7.91, 9.5] sends {type: ping} every 10 s while open, and not before or after', () => {
    const { socket } = open();
    const wire = FakeWebSocket.latest();
    vi.advanceTimersByTime(openMs - 1);
    wire.accept();
    expect(wire.sent).toEqual([]);
    for (let pings = 1; pings <= 3; pings += 1) {
      vi.advanceTimersByTime(9999);
      expect(wire.sent).toHaveLength(pings - 1);
      vi.advanceTimersByTime(1);
      expect(wire.sent).toEqual(Array(pings).fill('{"type":"ping"}'));
      wire.hear('Echo: {"type":"ping"}');
    }
    socket.stop();
    vi.advanceTimersByTime(pingMs * 3);
    expect(wire.sent).toHaveLength(3);
  });

  it('closes a connection with two unanswered pings, and opens another', () => {
    const { socket, reopened, interrupted } = open();
    const wire = FakeWebSocket.latest();
    wire.accept();
    vi.advanceTimersByTime(pingMs * 2);
    // A late answer counts, too.
    wire.hear('Echo: {"type":"ping"}');
    const lastHeardAt = Date.now();
    vi.advanceTimersByTime(pingMs * 2);
    expect(socket.connection.get()).toBe('open');
    vi.advanceTimersByTime(pingMs);
    expect(socket.connection.get()).toBe('retrying');
    expect(interrupted.mock.calls).toEqual([[lastHeardAt]]);
    vi.advanceTimersByTime(retryDelayMs);
    expect(FakeWebSocket.all).toHaveLength(2);
    FakeWebSocket.latest().accept();
    expect(reopened).toHaveBeenCalledOnce();
    // Events of the old socket are ignored.
    wire.fail();
    expect(socket.connection.get()).toBe('open');
  });

  it('pings immediately when the connection may be lost', () => {
    const { socket } = open();
    const wire = FakeWebSocket.latest();
    wire.accept();
    socket.check();
    expect(wire.sent).toHaveLength(1);
    wire.hear('Echo: {"type":"ping"}');
    vi.advanceTimersByTime(5000);
    expect(socket.connection.get()).toBe('open');
    socket.check();
    vi.advanceTimersByTime(5000);
    expect(socket.connection.get()).toBe('retrying');
  });

  it('[SPEC 9.4] a handshake that takes 3 s has failed, each time, until the retries are used up', () => {
    const { socket, gaveUp } = open();
    vi.advanceTimersByTime(2999);
    expect(socket.connection.get()).toBe('connecting');
    vi.advanceTimersByTime(1);
    expect(socket.connection.get()).toBe('retrying');
    for (let attempt = 2; attempt <= 4; attempt += 1) {
      vi.advanceTimersByTime(retryDelayMs);
      expect(FakeWebSocket.all).toHaveLength(attempt);
      expect(gaveUp).not.toHaveBeenCalled();
      vi.advanceTimersByTime(3000);
    }
    expect(gaveUp.mock.calls).toEqual([[clientErrors.socket_lost]]);
  });

  it('keeps retrying silently after giving up, and reconnects automatically', () => {
    const { gaveUp, reopened, socket } = open();
    FakeWebSocket.latest().accept();
    for (let failures = 0; failures <= 3; failures += 1) failAndWait();
    expect(FakeWebSocket.all).toHaveLength(4);
    vi.advanceTimersByTime(tryEveryMs);
    expect(FakeWebSocket.all).toHaveLength(5);
    FakeWebSocket.latest().fail();
    dispatchEvent(new Event('online'));
    expect(FakeWebSocket.all).toHaveLength(6);
    expect(socket.connection.get()).toBe('lost');
    FakeWebSocket.latest().accept();
    expect(socket.connection.get()).toBe('open');
    expect(reopened).toHaveBeenCalledOnce();
    expect(gaveUp).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(tryEveryMs);
    dispatchEvent(new Event('online'));
    expect(FakeWebSocket.all).toHaveLength(6);
  });

  it("[SPEC 7.92] ignores text starting with 'Echo: ', and whatever it does not understand", () => {
    const { message } = open();
    const wire = FakeWebSocket.latest();
    wire.hear('Echo: {"messageType":"NOTIFICATION","notificationJson":{"title":"no"}}');
    wire.hear('not json');
    wire.hear('{"messageType":"SOMETHING_NEW"}');
    wire.hear(new ArrayBuffer(2));
    expect(message).not.toHaveBeenCalled();
  });

  it('[SPEC 3.15] passes a NOTIFICATION on, and our CHANGED', () => {
    const { message } = open();
    const notification = { messageType: 'NOTIFICATION', notificationJson: { title: 'Command finished' } };
    const changed = { messageType: 'CHANGED', feature: 'contacts', deviceId: 3 };
    FakeWebSocket.latest().hear(JSON.stringify(notification));
    FakeWebSocket.latest().hear(JSON.stringify(changed));
    expect(message.mock.calls).toEqual([[notification], [changed]]);
  });

  it('ignores a change of an unknown feature, as a newer server may send', () => {
    const { message } = open();
    FakeWebSocket.latest().hear(JSON.stringify({ messageType: 'CHANGED', feature: 'horoscopes', deviceId: 3 }));
    expect(message).not.toHaveBeenCalled();
  });

  it('[SPEC 4.12, 9.4] on close retries at 3 s intervals', () => {
    const { socket } = open();
    FakeWebSocket.latest().accept();
    FakeWebSocket.latest().fail();
    expect(socket.connection.get()).toBe('retrying');
    vi.advanceTimersByTime(2999);
    expect(FakeWebSocket.all).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(FakeWebSocket.all).toHaveLength(2);
  });

  it("[SPEC 4.12, 8.2] 'Server connection lost. Please refresh the page.' after 3 failed reconnects", () => {
    const { gaveUp, socket } = open();
    FakeWebSocket.latest().accept();
    failAndWait();
    failAndWait();
    failAndWait();
    expect(FakeWebSocket.all).toHaveLength(4);
    expect(gaveUp).not.toHaveBeenCalled();
    failAndWait();
    expect(FakeWebSocket.all).toHaveLength(4);
    expect(gaveUp.mock.calls).toEqual([[clientErrors.socket_lost]]);
    expect(socket.connection.get()).toBe('lost');
    expect(clientErrors.socket_lost).toBe('Server connection lost. Please refresh the page.');
  });

  it("[SPEC 8.1] 'Unable to connect to the server. Please try again later.' when retries are exhausted within the 3 s window", () => {
    open();
    for (let failures = 0; failures < 3; failures += 1) failAndWait();
    FakeWebSocket.latest().fail();
    FakeWebSocket.all.length = 0;
    vi.advanceTimersByTime(2999);
    const reloaded = open();
    expect(FakeWebSocket.all).toHaveLength(0);
    expect(reloaded.gaveUp.mock.calls).toEqual([['Unable to connect to the server. Please try again later.']]);
  });

  it('a reload after that window has all retries again', () => {
    open();
    for (let failures = 0; failures < 3; failures += 1) failAndWait();
    FakeWebSocket.latest().fail();
    FakeWebSocket.all.length = 0;
    vi.advanceTimersByTime(retryDelayMs);
    const { gaveUp } = open();
    for (let failures = 0; failures < 3; failures += 1) failAndWait();
    expect(FakeWebSocket.all).toHaveLength(4);
    expect(gaveUp).not.toHaveBeenCalled();
  });

  it('[SPEC 3.35] attempts and last attempt time are kept in browser storage, and start over once open', () => {
    vi.setSystemTime(1_000_000);
    open();
    FakeWebSocket.latest().fail();
    expect(JSON.parse(sessionStorage.getItem('websocket') ?? '')).toEqual({ attempts: 1, lastAttemptAt: 1_000_000 });
    vi.advanceTimersByTime(retryDelayMs);
    FakeWebSocket.latest().accept();
    expect(JSON.parse(sessionStorage.getItem('websocket') ?? '')).toMatchObject({ attempts: 0 });
  });

  it('reports a reconnection, so that missed changes are refetched', () => {
    const { opened, reopened } = open();
    FakeWebSocket.latest().accept();
    expect(reopened).not.toHaveBeenCalled();
    failAndWait();
    FakeWebSocket.latest().accept();
    expect(reopened).toHaveBeenCalledTimes(1);
    expect(opened).toHaveBeenCalledTimes(1);
  });

  it('reports the first opening, and how long the handshake took', () => {
    const { opened, reopened } = open();
    vi.advanceTimersByTime(250);
    FakeWebSocket.latest().accept();
    expect(opened.mock.calls).toEqual([[250]]);
    expect(reopened).not.toHaveBeenCalled();
  });

  it('an ended session is not retried', () => {
    const { sessionEnded } = open();
    FakeWebSocket.latest().accept();
    FakeWebSocket.latest().fail(consoleSocketClose.sessionEnded);
    vi.advanceTimersByTime(retryDelayMs * 5);
    expect(sessionEnded).toHaveBeenCalledTimes(1);
    expect(FakeWebSocket.all).toHaveLength(1);
  });

  it('a stopped socket reports nothing', () => {
    const { socket, message } = open();
    const wire = FakeWebSocket.latest();
    wire.accept();
    socket.stop();
    wire.hear('{"messageType":"CHANGED","feature":"devices","deviceId":null}');
    vi.advanceTimersByTime(retryDelayMs * 5);
    expect(message).not.toHaveBeenCalled();
    expect(FakeWebSocket.all).toHaveLength(1);
  });
});
