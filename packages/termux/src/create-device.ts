import { textLanguage, type DeviceFacts } from '@fairwatch/contract';
import { createLiveDevice, type DeviceEnd, type OpenSocket } from '@fairwatch/device/core';
import { openDiskFile, openWsSocket } from '@fairwatch/device/node';
import { endedByText, leaveWords, problemText } from '@fairwatch/device/words';
import { createCaptureScreens } from './core/capture/capture-screen.ts';
import type { HandleControl } from './core/control/control-server.ts';
import type { ProgramPaths } from './core/control/program-paths.ts';
import { createLiveViewScreen } from './core/live-view/live-view-screen.ts';
import { createNotice } from './core/notice/notice.ts';
import { createNotifications } from './core/notifications/notifications.ts';
import { termuxOffers } from './core/offers/termux-offers.ts';
import { startPrompts, type Prompts } from './core/prompts/prompts.ts';
import {
  createFileStorage,
  loadChoices,
  loadMessages,
  loadTickets,
  saveChoices,
  type JoinedDevice,
} from './core/state/saved-state.ts';
import type { StateFolder } from './core/state/state-folder.ts';
import type { TermuxDevice, TermuxState } from './core/state/termux-state.ts';
import type { Termux } from './core/termux/termux.ts';
import { createFileUpdates } from './core/updates/file-updates.ts';
import type { RunningFile } from './core/updates/running-file.ts';
import { createVitals } from './core/vitals/termux-vitals.ts';
import { createWakeLock } from './core/wake-lock/wake-lock.ts';
import { handleTap } from './handle-tap.ts';
import { createAbilities } from './registry.ts';
import { programText } from './core/texts/program.texts.ts';

export interface DeviceParts {
  folder: StateFolder;
  termux: Termux;
  paths: ProgramPaths;
  joined: JoinedDevice;
  facts: DeviceFacts;
  /** The time zone of the phone. */
  timeZone(): string;
  /** Writes a line about what happens, for who looks at the terminal. */
  log(line: string): void;
  /** The built file that runs; null for a program that is not from a build. */
  running: RunningFile | null;
  openSocket?: OpenSocket;
}

/** A joined phone, and what taps on its notifications do. */
export interface CreatedDevice {
  device: TermuxDevice;
  handleTap: HandleControl;
}

/** Creates the device from its stored state. It is not started yet. */
export async function createTermuxDevice(parts: DeviceParts): Promise<CreatedDevice> {
  const { folder, termux, paths, joined, facts, timeZone, log, running, openSocket = openWsSocket } = parts;
  const { serverUrl } = joined;
  const [choices, messages, tickets] = await Promise.all([
    loadChoices(folder),
    loadMessages(folder),
    loadTickets(folder),
  ]);
  const notifications = createNotifications(termux, paths);
  const wakeLock = createWakeLock(termux);
  const notice = createNotice({
    notifications,
    onChange(noticeShown) {
      live.set({ noticeShown });
      client.tellVitals();
    },
  });
  const updates = await createFileUpdates({
    server: serverUrl,
    running,
    state: folder,
    onOffer() {
      const title = programText('update.notification.title');
      const text = programText('update.notification.text');
      const notification = { id: 'fairwatch-update', title, content: text, onTap: { word: 'open' } } as const;
      notifications.post(notification).catch(() => undefined);
      // The screen shows it too.
      live.set({});
    },
  });
  const liveViews = createLiveViewScreen({
    addNote: (note) => live.set({ captureNotes: [note, ...live.get().captureNotes] }),
    stop: () => client.stopLiveView('NOTICE_HIDDEN'),
  });
  const liveDevice = createLiveDevice<TermuxState>({
    storage: createFileStorage(folder, { serverUrl, messages }),
    saved: joined.device,
    messages,
    tickets,
    offers: termuxOffers(termux),
    added: { choices, noticeShown: false },
    platform: {
      serverUrl,
      facts,
      platform: 'TERMUX',
      timeZone,
      readsIn: textLanguage,
      openSocket,
      openPath: openDiskFile,
      vitals: createVitals({ termux, isNoticeShown: () => notice.isShown, onRead: () => notice.retry() }),
      log,
    },
    abilities: (store) =>
      createAbilities({ termux, folder, live: store, captures: createCaptureScreens(store), liveViews }),
    answersLocation: (state) => state.choices.answerLocation === 'ALWAYS',
    onConnected: () => void updates.check(),
  });
  const { client, live } = liveDevice;
  let prompts: Prompts | null = null;
  let isStarted = false;

  const showNotice = () => {
    const { supervision, grants } = live.get();
    const admins = supervision?.admins ?? [liveDevice.saved.admin];
    return notice.show({ server: liveDevice.saved.server, admins, isPaused: grants.paused });
  };

  async function setWakeLock(isWanted: boolean): Promise<void> {
    const problem = await wakeLock.set(isWanted);
    if (problem !== null) log(problem);
  }

  /** Takes down everything that the person sees of it, and releases the phone. */
  async function takeDown(): Promise<void> {
    await Promise.all([notice.remove(), prompts?.close(), setWakeLock(false)]);
  }

  async function start(): Promise<void> {
    if (isStarted) return;
    isStarted = true;
    live.subscribe(() => void showNotice());
    prompts = startPrompts({ notifications, live, liveViews, log });
    await Promise.all([showNotice(), setWakeLock(choices.wakeLock)]);
    // After the note: the server cancels the open commands of a device that does not show it.
    liveDevice.start();
  }

  const device: TermuxDevice = {
    ...liveDevice,
    get saved() {
      return liveDevice.saved;
    },
    serverUrl,
    updates,
    async changeChoices(changes) {
      const next = { ...live.get().choices, ...changes };
      live.set({ choices: next });
      await Promise.all([saveChoices(folder, next), isStarted ? setWakeLock(next.wakeLock) : null]);
    },
    dismissCaptureNotes: () => live.set({ captureNotes: [] }),
    async forget() {
      await liveDevice.stop();
      await folder.erase();
    },
    start: () => void start(),
    async stop() {
      await liveDevice.stop();
      await finished;
    },
  };

  async function finish(kind: DeviceEnd): Promise<void> {
    await takeDown();
    if (kind === 'left') return await device.forget();
    if (kind === 'stopped') return;
    const ending = live.get().ended?.ending;
    const content = ending
      ? endedByText(ending)
      : leaveWords('ended.notification', { server: liveDevice.saved.server });
    await notifications
      .post({ id: 'fairwatch-ended', title: leaveWords(`ended.title.${kind}`), content })
      .catch(() => undefined);
  }
  const finished = client.ended.then(finish).catch((error: unknown) => log(problemText(error)));
  return { device, handleTap: (message) => handleTap(message, { device, notice, termux }) };
}
