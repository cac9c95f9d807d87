import type { GatewayFrame } from '@fairwatch/contract';
import { decodeLiveHeader, deviceSocketClose } from '@fairwatch/contract';
import { stat, writeFile } from 'node:fs/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { noChoices } from './core/state/choices.ts';
import { loadChoices, loadJoined, saveChoices } from './core/state/saved-state.ts';
import { TermuxProblem } from './core/termux/termux.ts';
import { createTermuxDevice } from './create-device.ts';
import { joinedPhone } from './testing/joined-device.ts';

async function started(...phoneParts: Parameters<typeof joinedPhone>) {
  const phone = await joinedPhone(...phoneParts);
  const created = await createTermuxDevice(phone.parts);
  onTestFinished(() => created.device.stop());
  created.device.start();
  await vi.waitFor(() => expect(phone.opened).toHaveLength(1));
  return { ...phone, ...created };
}

/** A phone that is connected, as the server sees it. */
async function connected(...phoneParts: Parameters<typeof joinedPhone>) {
  const phone = await started(...phoneParts);
  const { device, socket } = phone;
  socket().handlers.onOpen();
  const { capabilities, paused } = device.saved.grants;
  socket().hear({ type: 'welcome', deviceId: 1, heartbeatMs: 60_000, capabilities: [...capabilities], paused });
  await vi.waitFor(() => expect(device.live.get().connection).toBe('connected'));
  return phone;
}

const command = (commandId: number, commandType: string, params: object = {}) =>
  ({
    type: 'command',
    commandId,
    commandType,
    params,
    requestedBy: 'maria',
    reason: 'why',
    expiresAt: new Date(Date.now() + 600_000).toISOString(),
  }) as GatewayFrame;

describe('a phone with Termux', () => {
  it('says what it is and can, after its note is shown', async () => {
    const { socket, posted } = await connected();
    expect(posted()).toEqual(['fairwatch-notice']);
    expect(socket().sent[0]).toMatchObject({
      type: 'hello',
      platform: 'TERMUX',
      timeZone: 'Europe/Berlin',
      offers: {
        commands: expect.arrayContaining(['UPDATE_CONTACTS']),
        refusals: expect.objectContaining({ CAPTURE_VIDEO: expect.any(String) }),
      },
    });
    await vi.waitFor(() =>
      expect(socket().sent).toContainEqual(expect.objectContaining({ type: 'heartbeat', noticeShown: true })),
    );
  });

  it('connects although its note cannot be shown, and says that it is not', async () => {
    const { device, socket } = await connected(['CONTACTS'], {
      'termux-notification': new TermuxProblem('PERMISSION', 'no'),
    });
    expect(socket().sent).toContainEqual(expect.objectContaining({ type: 'heartbeat', noticeShown: false }));
    socket().hear(command(1, 'UPDATE_CONTACTS'));
    await vi.waitFor(() => expect(device.live.get().done).toMatchObject([{ outcome: 'refused' }]));
  });

  it('collects nothing from the moment its note is swiped away, and posts it again', async () => {
    const { device, handleTap, socket, posted } = await connected();
    await handleTap({ word: 'notice-gone' });
    expect(socket().sent.at(-1)).toMatchObject({ type: 'heartbeat', noticeShown: false });
    expect(device.live.get().noticeShown).toBe(false);
    socket().hear(command(1, 'UPDATE_CONTACTS'));
    await vi.waitFor(() => expect(device.live.get().done).toMatchObject([{ outcome: 'refused' }]));
    await vi.waitFor(() => expect(socket().sent.at(-1)).toMatchObject({ type: 'heartbeat', noticeShown: true }));
    expect(posted()).toEqual(['fairwatch-notice', 'fairwatch-notice']);
    socket().hear(command(2, 'UPDATE_CONTACTS'));
    await vi.waitFor(() => expect(device.live.get().done[0]).toMatchObject({ commandId: 2, outcome: 'done', rows: 1 }));
  });

  it('pauses and shares again by taps on the note, which says so', async () => {
    const { device, handleTap, termux, socket } = await connected();
    await handleTap({ word: 'pause' });
    expect(device.live.get().grants.paused).toBe(true);
    await vi.waitFor(() => expect(termux.calls.at(-1)).toContain('/usr/bin/node /home/fairwatch.mjs act resume'));
    expect(socket().count('pause')).toBe(1);
    const { capabilities } = device.live.get().grants;
    socket().hear({ type: 'grants', capabilities: [...capabilities], paused: true });
    await handleTap({ word: 'resume' });
    await vi.waitFor(() => expect(socket().count('resume')).toBe(1));
    socket().hear({ type: 'grants', capabilities: [...capabilities], paused: false });
    await vi.waitFor(() => expect(termux.calls.at(-1)).toContain('/usr/bin/node /home/fairwatch.mjs act pause'));
  });
});

describe('what needs a tap', () => {
  it('waits for it, and runs after it', async () => {
    const { device, handleTap, socket, posted } = await connected(['LOCATION']);
    socket().hear(command(5, 'UPDATE_LOCATIONS'));
    await vi.waitFor(() => expect(posted()).toContain('fairwatch-request-5'));
    expect(device.live.get().requests).toHaveLength(1);
    expect(await handleTap({ word: 'decline', commandId: 5 })).toBe('Declined.');
    await vi.waitFor(() =>
      expect(device.live.get().done).toMatchObject([{ outcome: 'refused', problem: 'The person declined.' }]),
    );
    await expect(handleTap({ word: 'allow', commandId: 5 })).rejects.toThrow('This request is over.');
    await expect(handleTap({ word: 'stop', commandId: 5 })).rejects.toThrow('This is over already.');
  });

  it('is not asked for again once the person chose to always answer', async () => {
    const { device, socket, posted, folder } = await connected(['LOCATION']);
    await device.changeChoices({ answerLocation: 'ALWAYS' });
    expect((await loadChoices(folder)).answerLocation).toBe('ALWAYS');
    socket().hear(command(5, 'UPDATE_LOCATIONS'));
    await vi.waitFor(() => expect(device.live.get().done).toHaveLength(1));
    expect(posted()).toEqual(['fairwatch-notice']);
  });
});

/** What was done about the wake lock. */
const locks = (calls: readonly (readonly string[])[]) =>
  calls.map(([program]) => program).filter((name) => name?.includes('wake'));

describe('the wake lock', () => {
  it('is not taken unless the person chose it', async () => {
    const { device, termux } = await connected();
    await device.stop();
    expect(locks(termux.calls)).toEqual([]);
  });

  it('is taken and released', async () => {
    const phone = await joinedPhone();
    await saveChoices(phone.folder, { ...noChoices, wakeLock: true });
    const { device } = await createTermuxDevice(phone.parts);
    device.start();
    await vi.waitFor(() => expect(locks(phone.termux.calls)).toEqual(['termux-wake-lock']));
    await device.stop();
    expect(locks(phone.termux.calls)).toEqual(['termux-wake-lock', 'termux-wake-unlock']);
  });
});

describe('at its end', () => {
  it('a phone that stops takes its note down, and stays joined', async () => {
    const { device, termux, folder } = await connected();
    await device.stop();
    expect(termux.calls).toContainEqual(['termux-notification-remove', 'fairwatch-notice']);
    expect(await loadJoined(folder)).toMatchObject({ serverUrl: 'http://127.0.0.1:1', device: { token: 'token' } });
  });

  it('a phone that left keeps nothing', async () => {
    const { device, socket, folder } = await connected();
    const leaving = device.client.leave();
    socket().hear({ type: 'left' } as GatewayFrame);
    socket().handlers.onClose(deviceSocketClose.left);
    await leaving;
    await device.stop();
    await expect(stat(folder.path)).rejects.toThrow('ENOENT');
  });

  it('a phone that an admin ended tells its person who and why', async () => {
    const { device, socket, termux } = await connected();
    const endedAt = '2026-01-01T00:00:00.000Z';
    socket().hear({ type: 'ended', endedBy: 'maria', reason: 'The school year is over', endedAt });
    socket().handlers.onClose(1000);
    await device.stop();
    expect(termux.calls.at(-1)).toEqual(
      expect.arrayContaining([
        'fairwatch-ended',
        'The supervision has ended',
        'maria ended it: “The school year is over”',
      ]),
    );
  });
});

const photo = async (args: readonly string[]) => {
  await writeFile(args[2] ?? '', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 0xff, 0xd9]));
  return '';
};
const camera = {
  'termux-camera-info': '[{"id": "0", "facing": "back"}]',
  'termux-camera-photo': photo,
};

/** A live view that maria asked for and the person has allowed by a tap. */
async function allowed(programs: object = camera) {
  const phone = await connected(['CAMERA', 'MICROPHONE'], programs);
  phone.socket().hear(command(5, 'LIVE_VIEW', { camera: 'BACK', minutes: 5, sound: true }));
  await vi.waitFor(() => expect(phone.posted()).toContain('fairwatch-request-5'));
  expect(phone.device.live.get().requests).toMatchObject([{ minutes: 5, sound: false }]);
  expect(await phone.handleTap({ word: 'allow', commandId: 5 })).toBe('Allowed.');
  return phone;
}

describe('a live view', () => {
  it('runs after the tap, sends JPEG while somebody watches, and stops by its notification', async () => {
    const { device, handleTap, socket } = await allowed();
    await vi.waitFor(() => expect(device.live.get().liveView?.phase).toBe('LIVE'), 20_000);
    await vi.waitFor(() => expect(socket().sent).toContainEqual({ type: 'result', commandId: 5, batches: 0 }));
    socket().hear({ type: 'live-view-viewers', sessionId: 5, names: ['maria'], count: 1 });
    await vi.waitFor(() => expect(socket().sentBytes).toHaveLength(1));
    const [sent = new Uint8Array()] = socket().sentBytes;
    expect(decodeLiveHeader(sent)).toMatchObject({ codec: 'JPEG', camera: 'BACK', isMuted: true, sessionId: 5 });
    expect(await handleTap({ word: 'stop', commandId: 5 })).toBe('Stopped.');
    expect(socket().sent).toContainEqual({ type: 'live-view-end', sessionId: 5, end: 'STOPPED_BY_PERSON' });
    expect(device.live.get()).toMatchObject({ liveView: null, liveViewEnd: { end: 'STOPPED_BY_PERSON' } });
    await expect(handleTap({ word: 'stop', commandId: 5 })).rejects.toThrow('This is over already.');
  });

  it('does not run while its notification cannot be shown', async () => {
    const { device, socket } = await allowed({
      ...camera,
      'termux-notification': (args: readonly string[]) =>
        args.includes('fairwatch-live-view') ? new TermuxProblem('PERMISSION', 'Android refuses.') : '',
    });
    await vi.waitFor(() =>
      expect(socket().sent).toContainEqual({
        type: 'failed',
        commandId: 5,
        reason: 'The live view could not be shown to the person. Android refuses.',
      }),
    );
    expect(device.live.get().liveView).toBeNull();
  });
});
