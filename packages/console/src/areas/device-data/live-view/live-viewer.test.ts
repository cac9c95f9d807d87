import { errorText } from '@fairwatch/contract';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ApiError } from '../../../core/api/api-error.ts';
import { FakeWebSocket } from '../../../shared/socket/web-socket-for-test.ts';
import { createLiveViewer } from './live-viewer.ts';
import { messageForTest } from './packet-for-test.ts';

const image = { width: 320, height: 240, close: vi.fn<() => void>() };

async function join() {
  const requestPass = vi.fn<() => Promise<string>>().mockResolvedValue('a pass');
  const draw = vi.fn<() => void>();
  const viewer = createLiveViewer({ sessionId: 7, requestPass, draw });
  onTestFinished(viewer.close);
  viewer.start();
  await opened(1);
  return { viewer, requestPass, draw, phase: () => viewer.state.get().phase };
}

/** Waits for the socket with this number, and accepts it. */
async function opened(count: number): Promise<FakeWebSocket> {
  await vi.waitFor(() => expect(FakeWebSocket.all).toHaveLength(count));
  FakeWebSocket.latest().accept();
  return FakeWebSocket.latest();
}

const hear = (message: object) => FakeWebSocket.latest().hear(JSON.stringify(message));

beforeEach(() => {
  vi.useFakeTimers();
  FakeWebSocket.all.length = 0;
  image.close.mockClear();
  vi.stubGlobal('WebSocket', FakeWebSocket);
  vi.stubGlobal('createImageBitmap', async () => image);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a viewer of a live view', () => {
  it('opens a socket with its pass, and pings it', async () => {
    const { phase } = await join();
    const url = new URL(FakeWebSocket.latest().url);
    expect([url.pathname, url.searchParams.get('pass'), phase()]).toEqual(['/live-view', 'a pass', 'WATCHING']);
    expect(JSON.parse(FakeWebSocket.latest().sent[0] ?? '')).toEqual({ type: 'ping', at: expect.any(Number) });
  });

  it('draws each picture and closes it, and says how old it is', async () => {
    const { viewer, draw } = await join();
    const at = performance.now();
    hear({ type: 'pong', at: at - 100 });
    FakeWebSocket.latest().hear(messageForTest({ codec: 'JPEG', ageMs: 300, camera: 'FRONT' }));
    await vi.waitFor(() => expect(draw).toHaveBeenCalledOnce());
    expect(image.close).toHaveBeenCalledOnce();
    const { picture } = viewer.state.get();
    expect(picture).toMatchObject({ width: 320, height: 240, camera: 'FRONT' });
    expect(picture?.ageMs).toBeGreaterThanOrEqual(350);
    expect(picture?.ageMs).toBeLessThan(5000);
  });

  it('ignores what is no picture, or of another live view, or too large', async () => {
    const { draw, phase } = await join();
    const socket = FakeWebSocket.latest();
    socket.hear(messageForTest({ codec: 'JPEG', sessionId: 8 }));
    socket.hear(new ArrayBuffer(40));
    socket.hear(
      messageForTest(
        { codec: 'JPEG' },
        Array.from({ length: 200 * 1024 }, () => 0),
      ),
    );
    socket.hear('not json');
    socket.hear('{"type":"news"}');
    socket.hear(messageForTest({ codec: 'JPEG' }));
    await vi.waitFor(() => expect(draw).toHaveBeenCalled());
    expect([draw.mock.calls.length, phase()]).toEqual([1, 'WATCHING']);
  });

  it('names who watches, and says that the person has muted the sound', async () => {
    const { viewer } = await join();
    const viewers = [{ username: 'maria', name: 'maria', since: '2026-11-18T10:00:00.000Z' }];
    hear({ type: 'viewers', viewers });
    FakeWebSocket.latest().hear(messageForTest({ codec: 'OPUS', isMuted: true }));
    expect(viewer.state.get()).toMatchObject({ viewers, isMuted: true });
  });

  it('ends with the reason of the server, and keeps no picture', async () => {
    const { viewer, draw, requestPass } = await join();
    FakeWebSocket.latest().hear(messageForTest({ codec: 'JPEG' }));
    await vi.waitFor(() => expect(draw).toHaveBeenCalledOnce());
    hear({ type: 'ended', end: 'WITHDRAWN' });
    FakeWebSocket.latest().hear(messageForTest({ codec: 'JPEG' }));
    expect(viewer.state.get()).toMatchObject({ phase: 'ENDED', end: 'WITHDRAWN', picture: null, viewers: [] });
    await vi.advanceTimersByTimeAsync(60_000);
    expect([draw.mock.calls.length, requestPass.mock.calls.length]).toEqual([1, 1]);
  });

  it('joins once more with a new pass when the socket breaks, and then says that it is lost', async () => {
    const { phase, requestPass, viewer } = await join();
    FakeWebSocket.latest().fail();
    expect(phase()).toBe('RECONNECTING');
    await vi.advanceTimersByTimeAsync(1000);
    await opened(2);
    expect([phase(), requestPass.mock.calls.length]).toEqual(['WATCHING', 2]);
    FakeWebSocket.latest().fail();
    expect(phase()).toBe('LOST');
    viewer.start();
    await opened(3);
    expect(phase()).toBe('WATCHING');
  });

  it('is lost too when no ping is answered', async () => {
    const { phase } = await join();
    await vi.advanceTimersByTimeAsync(12_000);
    expect(phase()).not.toBe('WATCHING');
  });

  it('learns from the refusal of another pass that it is over, or why it may not join', async () => {
    const { viewer, requestPass } = await join();
    requestPass.mockRejectedValueOnce(new ApiError(errorText('live_view_not_found'), 404, 'live_view_not_found'));
    FakeWebSocket.latest().fail();
    await vi.advanceTimersByTimeAsync(1000);
    expect(viewer.state.get()).toMatchObject({ phase: 'ENDED', end: null });
    requestPass.mockRejectedValueOnce(new ApiError(errorText('too_many_viewers'), 409, 'too_many_viewers'));
    viewer.start();
    await vi.advanceTimersByTimeAsync(0);
    expect(viewer.state.get()).toMatchObject({ phase: 'LOST', problem: errorText('too_many_viewers') });
  });

  it('closes its socket with the page, also while it asks for a pass', async () => {
    const { viewer, requestPass } = await join();
    const closing = vi.spyOn(FakeWebSocket.latest(), 'close');
    viewer.close();
    expect(closing).toHaveBeenCalled();
    const pass = Promise.withResolvers<string>();
    requestPass.mockReturnValueOnce(pass.promise);
    viewer.start();
    viewer.close();
    pass.resolve('late');
    await vi.advanceTimersByTimeAsync(0);
    expect(FakeWebSocket.all).toHaveLength(1);
  });
});
