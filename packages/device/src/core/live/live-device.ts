import { capabilityNames, setSimpleTexts, specTicketCategories, type Ground, type Offers } from '@fairwatch/contract';
import { DeviceClient } from '../client/device-client.ts';
import type { DeviceClientOptions, Ending } from '../client/device-options.ts';
import type { ConsentQuestion, ShownNotification } from '../client/inbox.ts';
import { noWatches, seenWatches, toldWatches, type KnownWatches } from './known-watches.ts';
import { createLiveRequests } from './live-requests.ts';
import type { LiveState } from './live-state.ts';
import { stillNote } from '../live-view/still-note.ts';
import { createLiveTickets, type LiveTickets } from './live-tickets.ts';
import type { LiveStorage, SavedDevice, StoredMessage } from './saved-device.ts';
import { createStore, type Store } from './store.ts';
import type { TicketCache } from './ticket-cache.ts';
import { createWriteQueue } from './write-queue.ts';

/** A joined device with a screen for its person. */
export interface LiveDevice<State extends LiveState> {
  client: DeviceClient;
  live: Store<State>;
  readonly saved: SavedDevice;
  /** The commands that this client can carry out. */
  offers: Offers;
  tickets: LiveTickets;
  /** Stores the state of a message and sends it to the server. */
  markMessage(notificationId: number, state: 'SEEN' | 'DISMISSED'): Promise<void>;
  deleteMessage(notificationId: number): Promise<void>;
  /** Opens the ticket in which the person replies to a message, and remembers it with the message. Resolves with its id. */
  replyToMessage(notificationId: number, ticket: Parameters<DeviceClient['tickets']['open']>[0]): Promise<number>;
  /** Remembers that the person has seen everything that watches this phone. */
  markWatchesSeen(): void;
  /** Remembers that the person has read how a live location ended. */
  dismissLiveEnd(): void;
  /** Remembers that the person has read how a live view ended. */
  dismissLiveViewEnd(): void;
  /** Connects; does nothing when called again. */
  start(): void;
  /** Disconnects, and resolves when everything is stored. The device stays joined. */
  stop(): Promise<void>;
}

/** What the platform gives to the device client. */
type FromPlatform = Pick<
  DeviceClientOptions,
  'serverUrl' | 'facts' | 'platform' | 'openSocket' | 'openPath' | 'timeZone' | 'readsIn' | 'vitals'
> &
  Partial<Pick<DeviceClientOptions, 'log'>>;

export interface LiveDeviceParts<State extends LiveState> {
  storage: LiveStorage;
  saved: SavedDevice;
  /** The latest first. */
  messages: readonly StoredMessage[];
  tickets: TicketCache;
  /** What this client adds to the live state. */
  added: Omit<State, keyof LiveState>;
  offers: Offers;
  platform: FromPlatform;
  /** Creates the handlers of commands. They may read and change the live state. */
  abilities(
    live: Store<State>,
  ): Pick<DeviceClientOptions, 'collectors' | 'acts' | 'watchPosition' | 'openLiveView' | 'liveViewSound'>;
  /** Whether a request for the location is answered without a tap, because the person chose so. */
  answersLocation(live: State): boolean;
  /** Called when a command waits for the person or is carried out; what it returns is called when that is over. */
  beginUnderWay?(): () => void;
  /** Called on each connection, once the server has welcomed the device. */
  onConnected?(): void;
}

/** Composes the device client with what a screen shows of it, and stores what outlives it. It connects with `start`. */
export function createLiveDevice<State extends LiveState>(parts: LiveDeviceParts<State>): LiveDevice<State> {
  const { storage, offers, platform } = parts;
  let { saved } = parts;
  const writes = createWriteQueue();
  const keep = (changes: Partial<SavedDevice>) => {
    saved = { ...saved, ...changes };
    writes.add(() => storage.saveDevice(saved));
  };
  const live: Store<State> = createStore({ ...initialState(parts), ...parts.added } as State);
  const state: Store<LiveState> = live;
  selectWords(saved.ground);
  const abilities = parts.abilities(live);
  const requests = createLiveRequests({
    live: state,
    hasLiveSound: abilities.liveViewSound ?? true,
    answersLocation: () => parts.answersLocation(live.get()),
    ...(parts.beginUnderWay && { beginUnderWay: parts.beginUnderWay }),
  });
  const tickets = createLiveTickets({ storage, live: state, client: () => client });
  let ending: Ending | null = null;
  let isStarted = false;

  const client = new DeviceClient({
    log: () => undefined,
    ...platform,
    ...abilities,
    token: saved.token,
    offers,
    granted: () => saved.grants.capabilities,
    paused: saved.grants.paused,
    hours: saved.grants.hours,
    ground: saved.ground,
    ...(saved.usedKinds && { usedKinds: saved.usedKinds }),
    language: saved.language,
    pendingDecisions: saved.unsaid,
    unsentTickets: saved.unsentTickets,
    notificationStates: saved.notificationStates,
    logHead: saved.logHead,
    liveLocation: saved.liveLocation ?? null,
    onGrants: (grants) => {
      keep({ grants });
      state.set({ grants });
    },
    onGround: (ground) => {
      selectWords(ground);
      keep({ ground });
      state.set({ ground });
    },
    onUsedKinds: (usedKinds) => {
      keep({ usedKinds });
      state.set({ usedKinds });
    },
    onTicketCategories: (ticketCategories) => {
      keep({ ticketCategories });
      state.set({ ticketCategories });
    },
    onPendingDecisions: (pendingDecisions) => {
      keep({ unsaid: pendingDecisions });
      state.set({ pendingDecisions });
    },
    onUnsentTickets: (unsentTickets) => {
      keep({ unsentTickets });
      state.set({ unsentTickets });
    },
    onTicket: tickets.onTicket,
    onTicketAnswer: tickets.onTicketAnswer,
    onNotificationStates: (notificationStates) => keep({ notificationStates }),
    onLogHead: (logHead) => {
      keep({ logHead });
      state.set({ logHead: logHead.sequence });
    },
    onConnection: (connection, { retryAt }) => {
      state.set({ connection, retryAt });
      if (connection !== 'connected') return;
      tickets.connected();
      parts.onConnected?.();
    },
    onSupervision: (supervision) => state.set({ supervision }),
    onWatches: (told) => keepWatches(toldWatches(state.get().watches, told)),
    onLiveLocation: (liveLocation, liveEnd) => {
      keep({ liveLocation });
      state.set({ liveLocation, liveEnd });
    },
    onLiveView: (liveView, liveViewEnd) => state.set({ liveView, liveViewEnd }),
    onStill: (still) => state.set({ captureNotes: [stillNote(still), ...state.get().captureNotes] }),
    onReadNotice: (readNotice) => state.set({ readNotice }),
    onEnded: (told) => (ending = told),
    onConsentRequest: (question) => {
      keepRequested(question);
      requests.ask(question);
    },
    onNotification: show,
    onCommand: requests.note,
    approve: requests.approve,
  });
  void client.ended.then((kind) => state.set({ ended: { kind, ending } }));

  function keepWatches(watches: KnownWatches): void {
    keep({ watches });
    state.set({ watches });
  }

  /** Remembers who asked for a kind last. A request that is open is heard again with each connection. */
  function keepRequested({ requestId, capability, requestedBy: by, reason }: ConsentQuestion): void {
    const known = state.get().requested;
    if (known[capability]?.requestId === requestId) return;
    const requested = { ...known, [capability]: { requestId, by, reason, at: new Date().toISOString() } };
    keep({ requested });
    state.set({ requested });
  }

  /** Stores and lists a message. Only its delivery is reported here; the person reads it whenever they like. */
  async function show({ notificationId, ...notification }: ShownNotification): Promise<'SEEN' | 'DISMISSED'> {
    const receivedAt = new Date().toISOString();
    const message: StoredMessage = { notificationId, ...notification, receivedAt, state: 'DELIVERED' };
    await storage.saveMessage(message);
    const others = state.get().messages.filter((each) => each.notificationId !== notificationId);
    state.set({ messages: [message, ...others] });
    return await new Promise(() => undefined);
  }

  async function changeMessage(notificationId: number, changes: Partial<StoredMessage>): Promise<void> {
    const messages = state
      .get()
      .messages.map((each) => (each.notificationId === notificationId ? Object.assign({}, each, changes) : each));
    state.set({ messages });
    const changed = messages.find((each) => each.notificationId === notificationId);
    if (changed) await storage.saveMessage(changed);
  }

  return {
    client,
    live,
    get saved() {
      return saved;
    },
    offers,
    tickets: tickets.actions,
    async markMessage(notificationId, marked) {
      await changeMessage(notificationId, { state: marked });
      client.markNotification(notificationId, marked);
    },
    async replyToMessage(notificationId, ticket) {
      const { ticketId } = await client.tickets.open(ticket);
      await changeMessage(notificationId, { repliedIn: ticketId });
      return ticketId;
    },
    async deleteMessage(notificationId) {
      await storage.deleteMessage(notificationId);
      state.set({ messages: state.get().messages.filter((each) => each.notificationId !== notificationId) });
    },
    markWatchesSeen() {
      keepWatches(seenWatches(state.get().watches));
    },
    dismissLiveEnd() {
      state.set({ liveEnd: null });
    },
    dismissLiveViewEnd() {
      state.set({ liveViewEnd: null });
    },
    start() {
      if (isStarted) return;
      isStarted = true;
      client.start();
    },
    async stop() {
      await client.stop();
      await Promise.all([writes.idle(), tickets.idle()]);
    },
  };
}

function initialState<State extends LiveState>({ saved, messages, tickets }: LiveDeviceParts<State>): LiveState {
  return {
    connection: 'connecting',
    retryAt: null,
    grants: saved.grants,
    pendingDecisions: saved.unsaid,
    ground: saved.ground,
    usedKinds: saved.usedKinds ?? capabilityNames,
    ticketCategories: saved.ticketCategories ?? specTicketCategories,
    supervision: null,
    watches: saved.watches ?? noWatches,
    requested: saved.requested ?? {},
    questions: [],
    requests: [],
    liveLocation: null,
    liveEnd: null,
    liveView: null,
    liveViewEnd: null,
    readNotice: 0,
    done: [],
    capture: null,
    captureNotes: [],
    messages,
    logHead: saved.logHead?.sequence ?? 0,
    tickets,
    unsentTickets: saved.unsentTickets,
    ended: null,
  };
}

/** Who has a guardian reads simple words, as in the notice. */
function selectWords({ guardian }: Ground): void {
  setSimpleTexts(guardian !== null);
}
