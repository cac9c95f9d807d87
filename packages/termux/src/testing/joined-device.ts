import type { Capability } from '@fairwatch/contract';
import type { SavedDevice } from '@fairwatch/device/core';
import { fakeSockets } from '@fairwatch/device/fake-socket';
import { onTestFinished } from 'vitest';
import { testTermux } from '../core/parse/termux-for-test.ts';
import { openStateFolder } from '../core/state/state-folder.ts';
import { saveJoined } from '../core/state/saved-state.ts';
import { temporaryFolder } from './temporary-folder.ts';

const facts = {
  name: 'Pixel 8',
  model: 'Pixel 8',
  osName: 'Android',
  osVersion: '15',
  appName: 'Fairwatch for Termux',
  appVersion: '1.0.0',
};

/** The state of a phone that has joined and shares this. */
function savedDevice(capabilities: Capability[]): SavedDevice {
  return {
    deviceId: 1,
    token: 'token',
    username: 'ada',
    admin: 'maria',
    server: 'watch.example.org',
    joinedAt: '2026-01-01T00:00:00.000Z',
    language: 'en',
    ground: { purpose: 'FAMILY', purposeText: '', legalBasis: 'CONSENT', guardian: null, reviewOn: null },
    asked: { by: 'maria', kinds: [{ capability: 'LOCATION', reason: 'To find you on the trip' }] },
    grants: { capabilities, paused: false, hours: null },
    unsaid: [],
    unsentTickets: [],
    notificationStates: [],
    logHead: null,
  };
}

/** A phone that has joined: its state folder, its programs, and sockets without a network. */
export async function joinedPhone(
  capabilities: Capability[] = ['CONTACTS', 'CAMERA', 'LOCATION'],
  programs: Parameters<typeof testTermux>[0] = {},
) {
  const folder = await openStateFolder(await temporaryFolder());
  const joined = { serverUrl: 'http://127.0.0.1:1', device: savedDevice(capabilities) };
  await saveJoined(folder, joined);
  const termux = testTermux({
    'termux-notification': '',
    'termux-notification-remove': '',
    'termux-battery-status': '{"percentage": 50, "status": "DISCHARGING"}',
    'termux-wake-lock': '',
    'termux-wake-unlock': '',
    'termux-contact-list': '[{"name": "Ada", "number": "1"}]',
    ...programs,
  });
  const { opened, openSocket } = fakeSockets({ canPing: true });
  const end = new AbortController();
  onTestFinished(() => end.abort());
  /** The ids of the notifications that were posted, in order. */
  const posted = () =>
    termux.calls.flatMap((call) => (call[0] === 'termux-notification' ? [call[call.indexOf('--id') + 1]] : []));
  const parts = {
    folder,
    termux,
    joined,
    facts,
    openSocket,
    paths: { node: '/usr/bin/node', program: '/home/fairwatch.mjs', home: null },
    running: null,
    timeZone: () => 'Europe/Berlin',
    log: () => undefined,
    signal: end.signal,
  };
  const socket = () => {
    const found = opened.at(-1);
    if (!found) throw new Error('There is no connection.');
    return found;
  };
  return { parts, folder, termux, opened, socket, posted, end };
}
