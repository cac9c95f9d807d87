import {
  captures,
  deviceGrants,
  deviceSummary,
  errorText,
  featurePermissions,
  liveCameraHistory,
  liveView,
  nonFinalCommands,
  startLiveView,
  stopLiveView,
  takeStill,
  watchLiveView,
  type Endpoint,
  type FeaturePermission,
  type LiveViewer,
  type LiveViewSession,
} from '@fairwatch/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { findButton, pressWhenShown, useFakeServer, waitForText } from '../../../open-page-for-test.tsx';
import { browserOffers, deviceForTest } from '../../../shared/device-feature/device/device-for-test.ts';
import { invalidate } from '../../../core/api/query.ts';
import { FakeWebSocket } from '../../../shared/socket/web-socket-for-test.ts';
import { requestForTest, sessionForTest } from './live-for-test.ts';
import { startedHere } from './started-here.ts';

const server = useFakeServer();
const callsTo = ({ path }: Endpoint) => server.calls.filter(([called]) => path.endsWith(called));
const inputsOf = (endpoint: Endpoint) => callsTo(endpoint).map(([, input]) => input);
const liveSocket = () => FakeWebSocket.all.find(({ url }) => url.includes('/live-view?'));

function answerLive(session: LiveViewSession | null, viewers: LiveViewer[] = [], refusal: string | null = null): void {
  server.answer(liveView, { session, viewers, refusal });
}

const shareMicrophone = (granted: boolean) =>
  server.answer(deviceGrants, { grants: [{ capability: 'MICROPHONE', granted, title: '', shares: '', since: null }] });

const without = (...names: FeaturePermission[]) => featurePermissions.filter((name) => !names.includes(name));

/** Waits for a field of the form, and clicks it. */
async function pressInForm(box: HTMLElement, selector: string): Promise<void> {
  const field = () =>
    findButton(box, 'Ask for a live view')?.closest('form')?.querySelector<HTMLInputElement>(selector) ?? null;
  await vi.waitFor(() => expect(field()).not.toBeNull());
  field()?.click();
}

beforeEach(() => {
  FakeWebSocket.all.length = 0;
  startedHere.forget(7);
  answerLive(null);
  shareMicrophone(true);
});

describe('the question for a live view', () => {
  it.each(['photo', 'video'])('is on the page of the %s recorder, and sends what was chosen', async (page) => {
    const box = server.open(`/device/${page}-recorder/3`);
    await pressWhenShown(box, 'Live');
    await pressInForm(box, '[value=FRONT]');
    await pressInForm(box, '[type=checkbox]');
    server.answer(startLiveView, requestForTest());
    server.answer(nonFinalCommands, [requestForTest({ phase: 'ASKING' })]);
    await pressWhenShown(box, 'Ask for a live view');
    const input = { deviceId: 3, camera: 'FRONT', minutes: 3, sound: true };
    await vi.waitFor(() => expect(inputsOf(startLiveView)).toEqual([input]));
    await waitForText(box, 'They are asked whether maria may see a live picture');
    expect(findButton(box, 'Live')).toBeUndefined();
    expect([...box.querySelectorAll('button')].filter(({ textContent }) => textContent === 'Cancel')).toHaveLength(1);
  });

  it('opens with the address, which a ticket leads to', async () => {
    const box = server.open('/device/video-recorder/3?live=open');
    await waitForText(box, 'Ask for a live view');
    await pressWhenShown(box, 'Close');
    await vi.waitFor(() => expect(box.textContent).not.toContain('Ask for a live view'));
    expect(location.search).toBe('');
  });

  it('is not on the page of the voice recorder, nor without the access', async () => {
    const voice = server.open('/device/voice-recorder/3');
    await waitForText(voice, 'No Voice Recordings available');
    expect(voice.textContent).not.toContain('Live view');
  });

  it('is not on the page of the photo recorder without access to videos', async () => {
    const photo = server.open('/device/photo-recorder/3', ['PHOTO_RECORDER']);
    await waitForText(photo, 'No Photos available');
    expect(photo.textContent).not.toContain('Live view');
    expect(callsTo(liveView)).toEqual([]);
  });

  it.each([
    ['the microphone is not shared', false, featurePermissions, 'does not share the microphone'],
    ['the admin may not record voice', true, without('VOICE_RECORDER'), 'you may not record voice'],
  ])('offers no sound when %s', async (_, shared, permissions, words) => {
    shareMicrophone(shared);
    const box = server.open('/device/video-recorder/3?live=open', permissions);
    await waitForText(box, words);
    expect(box.querySelector('[type=checkbox]')).toBeNull();
  });

  it.each([
    ['is offline', { status: 'Offline' as const }, null, errorText('device_offline')],
    ['has a client that cannot', { offers: { ...browserOffers, commands: [] } }, null, 'The app on this device'],
    ['is refused by the server', {}, errorText('notice_not_read'), 'has not read the current notice'],
  ])('is disabled, with the reason as text, when the device %s', async (_, change, refusal, words) => {
    server.answer(deviceSummary, deviceForTest(change));
    answerLive(null, [], refusal);
    const box = server.open('/device/video-recorder/3');
    await vi.waitFor(() => {
      const shown = [...box.querySelectorAll('p')].map(({ textContent }) => textContent);
      expect(shown.some((text) => text?.includes(words))).toBe(true);
      const button = [...box.querySelectorAll('button')].find(({ textContent }) => textContent?.startsWith('Live'));
      expect(button?.getAttribute('aria-disabled')).toBe('true');
    });
  });
});

describe('a live view that runs', () => {
  const viewers = [{ username: 'maria', name: 'maria', since: '2026-11-18T12:00:00.000Z' }];

  it('of another admin is joined by a press, and left by one', async () => {
    answerLive(sessionForTest(), viewers);
    server.answer(watchLiveView, { pass: 'p', expiresAt: '' });
    const box = server.open('/device/video-recorder/3');
    await waitForText(box, 'maria is watching live');
    expect(callsTo(watchLiveView)).toEqual([]);
    await pressWhenShown(box, 'Join');
    await vi.waitFor(() => expect(liveSocket()).toBeDefined());
    liveSocket()?.accept();
    liveSocket()?.hear(JSON.stringify({ type: 'viewers', viewers: [...viewers, { ...viewers[0], username: 'ada' }] }));
    await waitForText(box, 'Watching with you: maria');
    const closing = vi.spyOn(liveSocket() as FakeWebSocket, 'close');
    await pressWhenShown(box, 'Stop watching');
    await vi.waitFor(() => expect(closing).toHaveBeenCalled());
    expect(findButton(box, 'Join')).toBeDefined();
  });

  it('is joined by itself when it was asked for in this visit, until it is left', async () => {
    startedHere.add(7);
    answerLive(sessionForTest({ startedBy: 'ada' }));
    const box = server.open('/device/photo-recorder/3');
    await vi.waitFor(() => expect(inputsOf(watchLiveView)).toEqual([{ deviceId: 3, sessionId: 7 }]));
    await pressWhenShown(box, 'Stop watching');
    expect(startedHere.has(7)).toBe(false);
  });

  it('can be stopped, and a picture kept, by those who may', async () => {
    startedHere.add(7);
    answerLive(sessionForTest());
    server.answer(stopLiveView, sessionForTest({ endedAt: new Date().toISOString(), end: 'STOPPED_BY_ADMIN' }));
    server.answer(takeStill, requestForTest({ commandTypeEnum: 'CAPTURE_PHOTO' }));
    const box = server.open('/device/video-recorder/3');
    await pressWhenShown(box, 'Keep a picture');
    await vi.waitFor(() => expect(inputsOf(takeStill)).toEqual([{ deviceId: 3 }]));
    await waitForText(box, 'It comes to the photos of the Photo Recorder.');
    answerLive(sessionForTest({ endedAt: new Date().toISOString(), end: 'STOPPED_BY_ADMIN' }));
    await pressWhenShown(box, 'Stop');
    await vi.waitFor(() => expect(inputsOf(stopLiveView)).toEqual([{ deviceId: 3 }]));
    await waitForText(box, 'an admin stopped it.');
    expect(box.querySelector('canvas')).toBeNull();
  });

  it('has no button to keep a picture without access to photos', async () => {
    startedHere.add(7);
    answerLive(sessionForTest());
    const box = server.open('/device/video-recorder/3', without('PHOTO_RECORDER'));
    await vi.waitFor(() => expect(findButton(box, 'Stop watching')).toBeDefined());
    expect(findButton(box, 'Keep a picture')).toBeUndefined();
  });

  it('leaves the screen at once when the camera is withdrawn', async () => {
    startedHere.add(7);
    answerLive(sessionForTest());
    const box = server.open('/device/video-recorder/3');
    await vi.waitFor(() => expect(box.querySelector('canvas')).not.toBeNull());
    server.refuse(captures.VIDEO.list, 403, 'Not shared.');
    server.refuse(liveView, 403, 'Not shared.');
    await Promise.all([invalidate(captures.VIDEO.list), invalidate(liveView)]);
    await vi.waitFor(() => expect(box.querySelector('canvas')).toBeNull());
  });

  it('is offered for sound only when it has some, which is off at first', async () => {
    startedHere.add(7);
    answerLive(sessionForTest({ sound: true }));
    const box = server.open('/device/video-recorder/3');
    await waitForText(box, 'Sound on');
    expect(box.textContent).not.toContain('Sound off');
  });
});

it('the newest video of the recorder is no live view, which is in the same history', async () => {
  const request = requestForTest({ stepType: 'DONE', userResponseTime: 1000 });
  server.answer(liveCameraHistory, [request]);
  const box = server.open('/device/video-recorder/3');
  await waitForText(box, 'No video was asked for yet.');
  expect(box.textContent).not.toContain('The device is recording');
});
