import { namedFiles, type CommandType, type DeviceFacts, type Offers } from '@fairwatch/contract';
import {
  DeviceClient,
  openBrowserSocket,
  type Acts,
  type Collectors,
  type AskedCommand,
  type CommandEvent,
  type ConsentQuestion,
  type Ending,
  type ShownNotification,
  type Vitals,
  type WatchPosition,
} from '@fairwatch/device/core';
import type { Database, StoredMessage } from '../storage/database.ts';
import { createDrafts, type Drafts } from '../storage/drafts.ts';
import { saveDevice, saveSettings, type SavedDevice, type Settings } from '../storage/saved-device.ts';
import type { OutgoingFile } from '../tickets/saved-tickets.ts';
import { beginUnderWay } from '../updates/under-way.ts';
import type { LiveState } from './live-state.ts';
import { createLiveTickets, type LiveTickets } from './live-tickets.ts';
import { createStore, type Store } from '../store/store.ts';
import type { TicketCache } from '../tickets/ticket-cache.ts';
import { noWatches, seenWatches, toldWatches, type KnownWatches } from '../storage/known-watches.ts';

/** A joined device that runs in this tab. */
export interface Companion {
  client: DeviceClient;
  live: Store<LiveState>;
  database: Database;
  saved: SavedDevice;
  /** The commands that this browser can carry out. */
  offers: Offers;
  tickets: LiveTickets;
  drafts: Drafts;
  /** Stores the state of a message and sends it to the server. */
  markMessage(notificationId: number, state: 'SEEN' | 'DISMISSED'): Promise<void>;
  deleteMessage(notificationId: number): Promise<void>;
  /** Remembers that the person has seen everything that watches this phone. */
  markWatchesSeen(): void;
  /** Remembers that the person has read how a live location ended. */
  dismissLiveEnd(): void;
  changeSettings(settings: Partial<Settings>): Promise<void>;
  /** Connects; does nothing when called again. */
  start(): void;
  /** Disconnects, and resolves when everything is stored. The device stays joined. */
  stop(): Promise<void>;
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
  abilities(live: Store<LiveState>): { collectors: Partial<Collectors>; acts: Acts; watchPosition?: WatchPosition };
}

/** How many finished requests the live state keeps; the log has all of them. */
const doneKept = 20;

/** Commands that start only after a tap: browsers require one, and nobody is recorded or located without noticing. */
const asksFirst: readonly CommandType[] = [
  'CAPTURE_PHOTO',
  'CAPTURE_VIDEO',
  'CAPTURE_VOICE',
  'UPDATE_LOCATIONS',
  'LIVE_LOCATION',
];

/** Composes the device's core with what a browser has. It connects with `start`. */
export function createCompanion(parts: CompanionParts): Companion {
  const { database, facts, offers, vitals } = parts;
  let { saved } = parts;
  /** Writes run in sequence, so that the last one wins. */
  let writing: Promise<unknown> = Promise.resolve();
  const keep = (changes: Partial<SavedDevice>) => {
    saved = { ...saved, ...changes };
    writing = writing.then(() => saveDevice(database, saved)).catch(() => undefined);
  };
  const live = createStore<LiveState>({
    connection: 'connecting',
    retryAt: null,
    grants: saved.grants,
    pendingDecisions: saved.unsaid,
    ground: saved.ground,
    supervision: null,
    watches: saved.watches ?? noWatches,
    questions: [],
    requests: [],
    liveLocation: null,
    liveEnd: null,
    done: [],
    capture: null,
    captureNotes: [],
    messages: parts.messages,
    settings: parts.settings,
    logHead: saved.logHead?.sequence ?? 0,
    tickets: parts.tickets,
    unsentTickets: saved.unsentTickets,
    outgoingFiles: parts.outgoingFiles,
    ended: null,
  });
  const drafts = createDrafts(database);
  const tickets = createLiveTickets({ database, live, client: () => client });
  let ending: Ending | null = null;
  let isStarted = false;
  /** The functions that end the mark "under way", by command id. */
  const running = new Map<number, () => void>();

  const client = new DeviceClient({
    serverUrl: location.origin,
    token: saved.token,
    facts,
    platform: 'BROWSER',
    timeZone: () => new Intl.DateTimeFormat().resolvedOptions().timeZone,
    offers,
    openSocket: openBrowserSocket,
    granted: () => saved.grants.capabilities,
    paused: saved.grants.paused,
    hours: saved.grants.hours,
    ground: saved.ground,
    language: saved.language,
    pendingDecisions: saved.unsaid,
    unsentTickets: saved.unsentTickets,
    notificationStates: saved.notificationStates,
    logHead: saved.logHead,
    onGrants: (grants) => {
      keep({ grants });
      live.set({ grants });
    },
    onGround: (ground) => {
      keep({ ground });
      live.set({ ground });
    },
    onPendingDecisions: (pendingDecisions) => {
      keep({ unsaid: pendingDecisions });
      live.set({ pendingDecisions });
    },
    onUnsentTickets: (unsentTickets) => {
      keep({ unsentTickets });
      live.set({ unsentTickets });
    },
    onTicket: tickets.onTicket,
    onTicketAnswer: tickets.onTicketAnswer,
    onNotificationStates: (notificationStates) => keep({ notificationStates }),
    onLogHead: (logHead) => {
      keep({ logHead });
      live.set({ logHead: logHead.sequence });
    },
    onConnection: (connection, { retryAt }) => {
      live.set({ connection, retryAt });
      if (connection === 'connected') tickets.connected();
    },
    onSupervision: (supervision) => live.set({ supervision }),
    onWatches: (told) => keepWatches(toldWatches(live.get().watches, told)),
    liveLocation: saved.liveLocation ?? null,
    onLiveLocation: (liveLocation, liveEnd) => {
      keep({ liveLocation });
      live.set({ liveLocation, liveEnd });
    },
    onEnded: (told) => (ending = told),
    onConsentRequest: ask,
    onNotification: show,
    onCommand: note,
    approve,
    ...parts.abilities(live),
    vitals,
    log: () => undefined,
  });
  void client.ended.then((kind) => live.set({ ended: { kind, ending } }));

  function keepWatches(watches: KnownWatches): void {
    keep({ watches });
    live.set({ watches });
  }

  /** Keeps a question until it is answered or withdrawn, or the capability is granted some other way. */
  function ask(question: ConsentQuestion): void {
    const isOther = (each: ConsentQuestion) => each.requestId !== question.requestId;
    const settle = () => live.set({ questions: live.get().questions.filter(isOther) });
    question.signal.addEventListener('abort', settle, { once: true });
    const answered =
      <Answer>(answer: () => Promise<Answer>) =>
      async () => {
        settle();
        return await answer();
      };
    const shown = { ...question, accept: answered(question.accept), decline: answered(question.decline) };
    live.set({ questions: [...live.get().questions.filter(isOther), shown] });
  }

  /** Shows a command to the person, and waits for their tap. */
  async function approve(command: AskedCommand): Promise<'accept' | 'decline'> {
    const { commandId, commandType, requestedBy, reason, expiresAt, signal, params } = command;
    const minutes = typeof params['minutes'] === 'number' ? params['minutes'] : null;
    const always = commandType === 'UPDATE_LOCATIONS' && live.get().settings.answerLocation === 'ALWAYS';
    if (always || !asksFirst.includes(commandType)) return 'accept';
    const { promise, resolve } = Promise.withResolvers<'accept' | 'decline'>();
    const accept = () => resolve('accept');
    const decline = () => resolve('decline');
    const request = { commandId, commandType, requestedBy, reason, minutes, expiresAt, accept, decline };
    signal.addEventListener('abort', decline, { once: true });
    live.set({ requests: [...live.get().requests, request] });
    const endUnderWay = beginUnderWay();
    try {
      return await promise;
    } finally {
      endUnderWay();
      live.set({ requests: live.get().requests.filter((each) => each !== request) });
    }
  }

  function note(event: CommandEvent): void {
    const { state, commandId, commandType, requestedBy, reason, params, rows, failedFiles = 0, problem } = event;
    if (state === 'started') return void running.set(commandId, beginUnderWay());
    running.get(commandId)?.();
    running.delete(commandId);
    const at = new Date().toISOString();
    const entry = {
      commandId,
      commandType,
      requestedBy,
      reason,
      at,
      outcome: state,
      files: namedFiles(commandType, params).length,
      failedFiles,
      rows: rows ?? null,
      problem: problem ?? null,
    };
    const others = live.get().done.filter((each) => each.commandId !== commandId);
    live.set({ done: [entry, ...others].slice(0, doneKept) });
  }

  /** Stores and lists a message. Only its delivery is reported here; the person reads it whenever they like. */
  async function show({ notificationId, ...notification }: ShownNotification): Promise<'SEEN' | 'DISMISSED'> {
    const receivedAt = new Date().toISOString();
    const message: StoredMessage = { notificationId, ...notification, receivedAt, state: 'DELIVERED' };
    await database.put('messages', message);
    live.set({ messages: [message, ...live.get().messages.filter((each) => each.notificationId !== notificationId)] });
    return await new Promise(() => undefined);
  }

  return {
    client,
    live,
    database,
    get saved() {
      return saved;
    },
    offers,
    tickets: tickets.actions,
    drafts,
    async markMessage(notificationId, state) {
      const messages = live
        .get()
        .messages.map((each) => (each.notificationId === notificationId ? Object.assign({}, each, { state }) : each));
      live.set({ messages });
      const changed = messages.find((each) => each.notificationId === notificationId);
      if (changed) await database.put('messages', changed);
      client.markNotification(notificationId, state);
    },
    async deleteMessage(notificationId) {
      await database.delete('messages', notificationId);
      live.set({ messages: live.get().messages.filter((each) => each.notificationId !== notificationId) });
    },
    markWatchesSeen() {
      keepWatches(seenWatches(live.get().watches));
    },
    dismissLiveEnd() {
      live.set({ liveEnd: null });
    },
    async changeSettings(changes) {
      const settings = { ...live.get().settings, ...changes };
      live.set({ settings });
      await saveSettings(database, settings);
    },
    start() {
      if (isStarted) return;
      isStarted = true;
      client.start();
    },
    async stop() {
      await client.stop();
      await Promise.all([writing, tickets.idle(), drafts.idle()]);
    },
  };
}
