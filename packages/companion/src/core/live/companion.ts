import { ownZone, textLanguage, type DeviceFacts, type Offers } from '@fairwatch/contract';
import {
  createLiveDevice,
  openBrowserSocket,
  type Acts,
  type Collectors,
  type LiveDevice,
  type LiveTickets,
  type OpenLiveView,
  type SavedDevice,
  type Store,
  type StoredMessage,
  type TicketCache,
  type Vitals,
  type WatchPosition,
} from '@fairwatch/device/core';
import type { Database } from '../storage/database.ts';
import { createDrafts, type Drafts } from '../storage/drafts.ts';
import { saveDevice, saveSettings, type Settings } from '../storage/saved-device.ts';
import { saveTicketCache, type OutgoingFile } from '../tickets/saved-tickets.ts';
import { beginUnderWay } from '../updates/under-way.ts';
import type { LiveState } from './live-state.ts';
import { createTicketFiles, type TicketFileActions } from './ticket-files.ts';

/** A joined device that runs in this tab. */
export interface Companion extends LiveDevice<LiveState> {
  database: Database;
  tickets: LiveTickets & TicketFileActions;
  drafts: Drafts;
  changeSettings(settings: Partial<Settings>): Promise<void>;
}

export interface CompanionParts {
  database: Database;
  saved: SavedDevice;
  settings: Settings;
  messages: readonly StoredMessage[];
  tickets: TicketCache;
  outgoingFiles: readonly OutgoingFile[];
  facts: DeviceFacts;
  offers: Offers;
  vitals(): Vitals;
  /** Creates the handlers of commands. They may read and change the live state. */
  abilities(live: Store<LiveState>): {
    collectors: Partial<Collectors>;
    acts: Acts;
    watchPosition?: WatchPosition;
    openLiveView?: OpenLiveView;
  };
}

/** Composes the device's core with what a browser has. It connects with `start`. */
export function createCompanion(parts: CompanionParts): Companion {
  const { database, saved, messages, tickets, offers, facts, vitals, abilities } = parts;
  const device = createLiveDevice<LiveState>({
    saved,
    messages,
    tickets,
    offers,
    abilities,
    beginUnderWay,
    storage: {
      saveDevice: (changed) => saveDevice(database, changed),
      saveMessage: (message) => database.put('messages', message),
      deleteMessage: (notificationId) => database.delete('messages', notificationId),
      saveTickets: (cache) => saveTicketCache(database, cache),
    },
    added: { liveCamera: null, settings: parts.settings, outgoingFiles: parts.outgoingFiles },
    platform: {
      serverUrl: location.origin,
      facts,
      platform: 'BROWSER',
      timeZone: ownZone,
      readsIn: textLanguage,
      openSocket: openBrowserSocket,
      vitals,
    },
    answersLocation: ({ settings }) => settings.answerLocation === 'ALWAYS',
    onConnected: () => ticketFiles.connected(),
  });
  const { client, live } = device;
  const ticketFiles = createTicketFiles({ database, live, client, tickets: device.tickets });
  const drafts = createDrafts(database);

  return {
    ...device,
    get saved() {
      return device.saved;
    },
    database,
    tickets: { ...device.tickets, ...ticketFiles.actions },
    drafts,
    async changeSettings(changes) {
      const settings = { ...live.get().settings, ...changes };
      live.set({ settings });
      await saveSettings(database, settings);
    },
    async stop() {
      await device.stop();
      await Promise.all([ticketFiles.idle(), drafts.idle()]);
    },
  };
}
