import {
  cdnList,
  contacts,
  featurePermissions,
  fileHistory,
  locations,
  type CdnFile,
  type Command,
} from '@fairwatch/contract';
import { describe, expect, it, vi } from 'vitest';
import { findButton, pressWhenShown, waitForText, useFakeServer } from './open-page-for-test.tsx';

const server = useFakeServer();
const callsTo = (path: string) => server.calls.filter(([called]) => called === path);

/** The device feature pages, each with its endpoints: Update, command history and list. */
const kinds: [page: string, update: string, history: string, list: string][] = [
  ['app-list', 'device/command/update-app-list', 'device/command/app-list/all', 'device/app-list'],
  ['contact', 'contact/command/update', 'contact/command/all', 'contact/all'],
  ['call', 'call-log/command/upload', 'call-log/command/all', 'call-log/all'],
  ['sms_chat', 'sms/command/read-sms', 'sms/command/all', 'sms/threads'],
  ['event', 'event/command/update', 'event/command/all', 'event/all'],
  ['photo', 'media/command/update-gallery', 'media/command/update-gallery/all', 'media/gallery'],
  ['video', 'media/command/update-gallery', 'media/command/update-gallery/all', 'media/gallery'],
  ['location', 'location/command/update-location', 'location/command/all', 'location/all'],
  ['permission', 'permission/command/update', 'permission/command/all', 'permission/all'],
  ['info', 'device/command/update-info', 'device/command/device-info/all', 'device/device-info'],
  ['file-manager', 'file/command/upload-directories', 'file/command/all', 'file/client-directory/'],
];

describe.each(kinds)('the device page %s', (page, update, history, list) => {
  it('[SPEC 1.1, 2.97, 2.98, 2.100] reads its list, asks by Update, opens its history, and has Refresh while empty', async () => {
    const box = server.open(`/device/${page}/3`);
    await vi.waitFor(() => expect(callsTo(list)[0]?.[1]).toMatchObject({ deviceId: 3 }));
    await pressWhenShown(box, 'Update');
    await vi.waitFor(() => expect(callsTo(update)).toEqual([[update, { deviceId: 3 }]]));

    await vi.waitFor(() => expect(box.querySelector('h2')?.textContent).toMatch(/^No /));
    const before = callsTo(list).length;
    await pressWhenShown(box, 'Refresh');
    await vi.waitFor(() => expect(callsTo(list).length).toBeGreaterThan(before));

    const toggle = () => [...box.querySelectorAll('button')].find((button) => button.textContent === 'Command History');
    expect(toggle()?.getAttribute('aria-expanded')).toBe('false');
    toggle()?.click();
    await waitForText(box, 'No Commands available');
    expect(callsTo(history)).not.toEqual([]);
    expect(toggle()?.getAttribute('aria-expanded')).toBe('true');
    toggle()?.click();
    await vi.waitFor(() => expect(box.textContent).not.toContain('No Commands available'));
  });
});

/** Fills a field as typing does: with the native setter and the event that React listens to. */
function type(field: HTMLInputElement | null, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
  field?.dispatchEvent(new Event('input', { bubbles: true }));
}

/** The cells of the first row of a table, by their column's heading, once it shows this text. */
async function rowWith(box: Element, label: string, text: string): Promise<Record<string, string>> {
  const table = () => box.querySelector(`table[aria-label="${label}"]`);
  const texts = (of: string) => [...(table()?.querySelectorAll(of) ?? [])].map(({ textContent }) => textContent);
  await vi.waitFor(() => expect(texts('tbody tr:first-child').join(' ')).toContain(text));
  const cells = texts('tbody tr:first-child td');
  return Object.fromEntries(texts('thead th').map((heading, place) => [heading, cells[place] ?? '']));
}

describe('what a page lists', () => {
  it('[SPEC 2.82] files: the history of what was stored, beside that of commands', async () => {
    const file: CdnFile = {
      id: 4,
      fileName: 'notes.txt',
      filePath: 'letters',
      fileHash: 'ab'.repeat(32),
      fileExtension: 'txt',
      fileSize: 6,
      mimeType: 'text/plain',
      downloadFile: '/content/4',
      requestedBy: 'ada',
      storedAt: '2026-11-15T12:00:00.000Z',
      direction: 'TO_DEVICE',
    };
    server.answer(cdnList, [file]);
    const box = server.open('/device/file-manager/3');
    await pressWhenShown(box, 'CDN History');
    expect(Object.values(await rowWith(box, 'CDN History', 'notes.txt'))).toContain('ada');
    await pressWhenShown(box, 'Command History');
    await waitForText(box, 'No Commands available');
  });

  it('[SPEC 2.91] locations: ID, nickname, latitude, longitude, accuracy, address, timezone, date time', async () => {
    const place = { nickname: 'Home', latitude: 52.5, longitude: 13.4, accuracy: 12, address: 'Long Lane 1, Berlin' };
    const moment = { timezone: 'Europe/Berlin', localDateTime: '2026-11-15T12:00:00.000Z' };
    server.answer(locations.list, [{ id: 7, ...place, ...moment }]);
    const box = server.open('/device/location/3');
    expect(await rowWith(box, 'Location', 'Long Lane 1')).toEqual({
      ID: '7',
      Nickname: 'Home',
      Latitude: '52.500000',
      Longitude: '13.400000',
      Accuracy: '± 12 m',
      Address: 'Long Lane 1, Berlin',
      Timezone: 'Europe/Berlin',
      'Date time': expect.stringContaining('01:00 PM there'),
    });
  });
});

describe('a recorder', () => {
  it.each(['FRONT', 'BACK'])(
    '[SPEC 1.2, 2.25, 2.94] films with the camera %s, as long as was chosen',
    async (camera) => {
      const box = server.open('/device/video-recorder/3', ['VIDEO_RECORDER']);
      await vi.waitUntil(() => findButton(box, 'Start Recording') !== undefined);
      expect(box.querySelector('h1')?.textContent).toBe('Video Recorder');
      box.querySelector<HTMLInputElement>(`input[value=${camera}]`)?.click();
      type(box.querySelector('input[type=number]'), '25');
      await pressWhenShown(box, 'Start Recording');
      const request = { deviceId: 3, mode: 'VIDEO', camera, seconds: 25 };
      await vi.waitFor(() =>
        expect(callsTo('media/command/live-camera')).toEqual([['media/command/live-camera', request]]),
      );
    },
  );

  it('[SPEC 2.25] of films is closed to whoever has every permission but VIDEO_RECORDER', async () => {
    const others = featurePermissions.filter((permission) => permission !== 'VIDEO_RECORDER');
    server.open('/device/video-recorder/3', others);
    await vi.waitFor(() => expect(location.pathname).toBe('/not-authorized'));
  });

  it('[SPEC 2.95] of voices has a page of its own, and Start Recording asks for as long as was chosen', async () => {
    const box = server.open('/device/voice-recorder/3', ['VOICE_RECORDER']);
    await vi.waitUntil(() => findButton(box, 'Start Recording') !== undefined);
    expect(box.querySelector('h1')?.textContent).toBe('Voice Recorder');
    type(box.querySelector('input[type=number]'), '25');
    await pressWhenShown(box, 'Start Recording');
    const path = 'media/command/audio';
    await vi.waitFor(() => expect(callsTo(path)).toEqual([[path, { deviceId: 3, seconds: 25 }]]));
  });

  it('[SPEC 2.86] of calls is opened on the page of calls, and Start Recording asks for one', async () => {
    const box = server.open('/device/call/3');
    await pressWhenShown(box, 'Call Recorder');
    await pressWhenShown(box, 'Start Recording');
    const request = { deviceId: 3, seconds: 10 };
    const path = 'call-log/command/call-recording';
    await vi.waitFor(() => expect(callsTo(path)).toEqual([[path, request]]));
  });
});

describe('a command', () => {
  it('[SPEC 8.9] that is refused while others are queued says so', async () => {
    const text = 'You have pending commands in the queue. Please wait for them to complete before submitting new ones.';
    server.refuse(contacts.update, 409, text);
    const box = server.open('/device/contact/3');
    await pressWhenShown(box, 'Update');
    await vi.waitFor(() => expect(document.querySelector('[data-type=error]')?.textContent).toBe(text));
  });

  it('[SPEC 3.21] stands in the history with its step, shown as Status', async () => {
    const command: Command = {
      id: 7,
      commandTypeEnum: 'DELETE_FILE',
      stepType: 'FAILED',
      createdAt: '2026-11-15T12:00:00.000Z',
      expiresAt: '2026-11-15T12:10:00.000Z',
      userResponseTime: 2400,
      errorDetails: 'The file is in use.',
      requestedBy: 'ada',
      details: {},
      progress: null,
      phase: null,
      runId: null,
    };
    server.answer(fileHistory, [command]);
    const box = server.open('/device/file-manager/3?history=open');
    const cells = await rowWith(box, 'Command History', 'The file is in use.');
    expect(cells['Status']).toBe('Failed');
    expect(Object.values(cells)).toContain('The file is in use.');
  });
});
