import {
  deviceArchivePath,
  deviceSentUrl,
  type Capability,
  type DeviceFrame,
  type Grants,
  type Ground,
  type LiveViewEndOfDevice,
  type PushSubscriptionKeys,
  type SharingHours,
  type WatchCursor,
} from '@fairwatch/contract';
import { archiveRequest, OwnArchive, type ReadyArchive } from './archive.ts';
import { createCommandRunner } from '../commands/command-runner.ts';
import { Connection, type Vitals } from '../connection/connection.ts';
import { DeviceEnding, type DeviceEnd } from './device-ending.ts';
import type { DeviceClientOptions, Ending, Supervision } from './device-options.ts';
import { OwnGrants } from '../sharing/grants.ts';
import { createFrameRouter } from './frame-router.ts';
import { createInbox } from './inbox.ts';
import { LiveLocation, type RunningLive } from '../live-location/live-location.ts';
import { liveViewActs, offersWithoutLiveView } from '../live-view/live-view-acts.ts';
import type { RunningLiveView } from '../live-view/live-view-source.ts';
import { LiveView } from '../live-view/live-view.ts';
import { KnownLog } from './known-log.ts';
import { Link } from '../connection/link.ts';
import { OwnLog } from './own-log.ts';
import { readOwnWatches, type WatchPage } from './own-watches.ts';
import { OwnNotice } from '../sharing/own-notice.ts';
import { PushRequest } from '../sharing/push-request.ts';
import { fetchResumable, type WantedFile } from '../files/receive-file.ts';
import { requestWithRetry } from '../files/request-with-retry.ts';
import { Sharing } from '../sharing/sharing.ts';
import { createTicketFiles } from '../tickets/ticket-files.ts';
import { OwnTickets } from '../tickets/tickets.ts';
import { createTransfers } from '../files/transfers.ts';
import { pendingDecisionsOf, type PendingDecision } from '../sharing/pending-decisions.ts';
import { RequestQueue } from '../sharing/request-queue.ts';

/** A device that has joined: stays connected, answers commands, and comes back when the connection breaks. */
export class DeviceClient {
  /** What happened to this device, as the server recorded it. */
  readonly log: OwnLog;
  /** The support tickets of the person. */
  readonly tickets: OwnTickets;
  /** Attaches files to tickets and downloads attached ones. */
  readonly ticketFiles: ReturnType<typeof createTicketFiles>;
  readonly #options: DeviceClientOptions;
  readonly #grants: OwnGrants;
  readonly #sharing: Sharing;
  readonly #commands: ReturnType<typeof createCommandRunner>;
  readonly #live: LiveLocation;
  readonly #liveView: LiveView;
  readonly #inbox: ReturnType<typeof createInbox>;
  readonly #requests: RequestQueue;
  readonly #knownLog: KnownLog;
  readonly #notice: OwnNotice;
  readonly #archive: OwnArchive;
  readonly #receive: ReturnType<typeof createFrameRouter>;
  /** Aborts all transfers when the device ends. */
  readonly #over = new AbortController();
  readonly #ending = new DeviceEnding();
  readonly #link: Link;
  readonly #push: PushRequest;
  #supervision: Supervision | null = null;

  constructor(options: DeviceClientOptions) {
    this.#options = options;
    this.#notice = new OwnNotice(options);
    this.#knownLog = new KnownLog(options);
    const onPendingDecisions = () =>
      options.onPendingDecisions?.(pendingDecisionsOf([...this.#requests.open, ...this.#push.open]));
    this.#requests = new RequestQueue(onPendingDecisions);
    this.log = new OwnLog(this.#requests);
    this.#push = new PushRequest({ onChange: onPendingDecisions, send: (frame) => void this.#send(frame) });
    this.#link = new Link({
      open: (onClose) => this.#connect(onClose),
      onClosed: (code) => this.#closed(code),
      onConnection: options.onConnection,
    });
    this.#grants = new OwnGrants(
      { capabilities: options.granted(), paused: options.paused ?? false, hours: options.hours ?? null },
      options.onGrants,
    );
    this.#sharing = new Sharing({
      grants: this.#grants,
      requests: this.#requests,
      notice: this.#notice,
      onNarrowed: () => this.#stopUnshared(),
      // The server forgets whether a call is under way when the grants change.
      onConfirmed: () => this.tellVitals(),
    });
    const isNoticeShown = () => options.vitals().noticeShown;
    const now = options.now ?? (() => new Date());
    this.#live = new LiveLocation({
      ...options,
      grants: this.#grants,
      isNoticeShown,
      now,
      send: async (frame) => this.#link.isWelcomed && (await this.#send(frame)),
    });
    this.#liveView = new LiveView({
      ...options,
      grants: this.#grants,
      isNoticeShown,
      readNotice: () => this.#notice.readNotice,
      now,
      isConnected: () => this.#link.isWelcomed,
      send: (frame) => void this.#send(frame),
      sendBytes: (bytes) => this.#link.connection?.sendBytes(bytes) ?? false,
      buffered: () => this.#link.connection?.buffered ?? 0,
    });
    this.#commands = createCommandRunner({
      ...options,
      acts: {
        ...options.acts,
        ...liveViewActs(this.#liveView, options.acts),
        ...(options.watchPosition && { LIVE_LOCATION: this.#live.begin }),
      },
      cannot: (type) => (type === 'LIVE_VIEW' ? this.#liveView.refusal() : null),
      grants: this.#grants,
      isNoticeShown,
      accept: (commandId) => void this.#send({ type: 'accepted', commandId }),
      report: (commandId, percent, phase) =>
        void this.#send({ type: 'progress', commandId, percent, ...(phase && { phase }) }),
      ...createTransfers(options, this.#over.signal),
    });
    this.#inbox = createInbox({
      ...options,
      grants: this.#grants,
      accept: (capability) => this.changeGrants([...this.#grants.capabilities, capability]),
      decline: (requestId) => this.#sharing.ask({ type: 'consent-decline', requestId }),
      send: (frame) => this.#send(frame),
    });
    this.tickets = new OwnTickets({
      ...options,
      unsent: options.unsentTickets ?? [],
      ...(options.onUnsentTickets && { onUnsent: options.onUnsentTickets }),
      send: (frame) => this.#send(frame),
    });
    this.#archive = new OwnArchive(() => this.#requests.ask(archiveRequest(), 'archive'));
    this.ticketFiles = createTicketFiles(options, this.#over.signal);
    this.#receive = createFrameRouter({
      link: this.#link,
      sharing: this.#sharing,
      knownLog: this.#knownLog,
      notice: this.#notice,
      inbox: this.#inbox,
      tickets: this.tickets,
      archive: this.#archive,
      live: this.#live,
      liveView: this.#liveView,
      requests: this.#requests,
      push: this.#push,
      commands: this.#commands,
      options,
      onSupervision: (supervision) => {
        this.#supervision = supervision;
        options.onSupervision?.(supervision);
      },
      onEnded: (ending) => this.#endedBy(ending),
    });
    void this.ended.then((end) => this.#finish(`The device has ended: ${end}.`));
    for (const decision of options.pendingDecisions ?? []) void this.#resend(decision);
  }

  /** Settles when the device will not connect again. */
  get ended(): Promise<DeviceEnd> {
    return this.#ending.ended;
  }

  start(): void {
    this.#live.resume();
    this.#link.open();
  }

  /** Disconnects for good; resolves when the socket is closed. */
  async stop(): Promise<void> {
    this.#ending.stopping();
    this.#liveView.disconnected();
    if (!this.#link.close()) this.#ending.settle('stopped');
    await this.ended;
  }

  /** Disconnects until `comeBack`, as without network in a tunnel. */
  goAway(): void {
    this.#liveView.disconnected();
    this.#link.goAway();
  }

  comeBack(): void {
    if (!this.#ending.isOver) this.#link.comeBack();
  }

  /**
   * Connects without waiting for the next attempt: the network is back, or a page is visible again. A connection that is there is
   * checked, and replaced when the server does not answer: it may have died while the page was frozen.
   */
  reconnectNow(): void {
    if (!this.#ending.isOver) this.#link.reconnectNow();
  }

  /**
   * Tells the server how the device is now, before the next heartbeat is due: for instance that a call began. When the notice is
   * not shown any more, what is being collected stops at once.
   */
  tellVitals(): void {
    if (this.#link.isWelcomed) this.#link.connection?.sendVitals();
    else this.#vitals();
  }

  /** Who supervises the device, as the server told last; null before it did. */
  get supervision(): Supervision | null {
    return this.#supervision;
  }

  /** Sets the push subscription of the person's browser; null to remove it. Resolves when the server has stored it. */
  async setPushSubscription(subscription: PushSubscriptionKeys | null): Promise<void> {
    await this.#push.ask(subscription);
  }

  /** Reports that the person has seen or dismissed a notification, perhaps long after `onNotification` showed it. */
  markNotification(notificationId: number, state: 'SEEN' | 'DISMISSED'): void {
    this.#inbox.mark(notificationId, state);
  }

  /** The live location that runs; null when none does. */
  get liveLocation(): RunningLive | null {
    return this.#live.running;
  }

  /** The person stops the live location. The server is told, now or on the next connection. */
  stopLiveLocation(): void {
    this.#live.stop();
  }

  /** The live view that runs, or is about to begin; null when none does. */
  get liveView(): RunningLiveView | null {
    return this.#liveView.running;
  }

  /** Ends the live view at once: the person stops it, or its page was hidden. The server is told. */
  stopLiveView(end?: LiveViewEndOfDevice): void {
    this.#liveView.stop(end);
  }

  /** On what ground the device is supervised. */
  get ground(): Ground {
    return this.#notice.ground;
  }

  /** What the person shares now. */
  get grants(): Grants {
    return this.#sharing.now;
  }

  /** Changes what the person shares, under the current notice. Commands that need a withdrawn capability stop at once. */
  changeGrants(capabilities: readonly Capability[]): Promise<Grants> {
    return this.#sharing.change(capabilities);
  }

  /** Nothing is shared until `resume`, also while the server cannot be told. */
  pause(): Promise<Grants> {
    return this.#sharing.pause();
  }

  resume(): Promise<Grants> {
    return this.#sharing.ask({ type: 'resume' });
  }

  /** Outside of these hours nothing is collected, also while the server cannot be told; null for any hour. */
  setHours(hours: SharingHours | null): Promise<Grants> {
    return this.#sharing.setHours(hours);
  }

  /** Ends the supervision. The server deletes what it collected; `ended` settles with `left`. */
  async leave(): Promise<void> {
    this.#ending.leaving();
    this.#sharing.stop();
    const answered = this.#requests.ask({ type: 'leave' }, 'left').then(() => this.ended);
    // If the answer was lost, the next connection is refused, since the server no longer knows the token.
    const end = await Promise.race([this.ended, answered]);
    if (end !== 'left' && end !== 'ended') throw new Error(`The device has ended: ${end}.`);
  }

  /**
   * Asks for everything that is held about the person; resolves when the archive can be fetched. That may take a while: it is
   * asked for again on each connection until then.
   */
  async requestArchive(): Promise<ReadyArchive> {
    return await this.#archive.request();
  }

  /** Reads what watches the device by itself, after a place in the list; null to begin. Zones, which are one line in `onWatches`, come one by one. */
  async readWatches(after: WatchCursor | null): Promise<WatchPage> {
    return await readOwnWatches(this.#options, after, this.#over.signal);
  }

  /** Downloads an archive that is ready; a broken download is resumed. `write` gets the bytes in order. */
  async fetchArchive(archive: ReadyArchive, write: WantedFile['write']): Promise<void> {
    await fetchResumable(this.#options, deviceArchivePath, { ...archive, write }, this.#over.signal);
  }

  /** Fetches a file that this device has sent for a command, as its log names it. */
  async fetchSent(commandId: number, sha256: string): Promise<Uint8Array> {
    const { serverUrl, token } = this.#options;
    const url = new URL(deviceSentUrl(commandId, sha256), serverUrl);
    const { signal } = this.#over;
    const get = () => fetch(url, { headers: { authorization: `Bearer ${token}` }, signal });
    return new Uint8Array(await requestWithRetry(get, (response) => response.arrayBuffer(), signal));
  }

  /** Stops all sharing after an admin ended the device. The server closes the connection. */
  #endedBy(ending: Ending): void {
    this.#ending.endedByAdmin();
    this.#sharing.stop();
    this.#options.log(`ended by ${ending.endedBy}: ${ending.reason}`);
    this.#options.onEnded?.(ending);
  }

  /** Sends a decision from before the device was stopped. Nobody waits for the answer any more. */
  async #resend(decision: PendingDecision): Promise<void> {
    try {
      if (decision.type === 'leave') await this.leave();
      else if (decision.type === 'push-subscription') await this.#push.ask(decision.subscription);
      else await this.#sharing.ask(decision);
    } catch (error) {
      this.#options.log(
        `could not tell the server (${decision.type}): ${error instanceof Error ? error.message : error}`,
      );
    }
  }

  #finish(reason: string): void {
    this.#link.ended();
    this.#live.close();
    this.#liveView.disconnected();
    this.#requests.end(reason);
    this.#push.end(reason);
    this.tickets.end(reason);
    this.#archive.end(reason);
    this.#over.abort(new Error(reason));
  }

  #connect(onClose: (code: number) => void): Connection {
    return new Connection({
      ...this.#options,
      ...offersWithoutLiveView(this.#options),
      grants: this.#grants,
      knownLog: this.#knownLog,
      vitals: () => this.#vitals(),
      onFrame: (frame, connection) => void this.#receive(frame, connection),
      onClose,
    });
  }

  /** Stops whatever needs more than is shared now. */
  #stopUnshared(): void {
    // Before the commands, so that the person learns why it ended.
    this.#liveView.narrowed();
    this.#commands.stopUnshared();
    this.#live.narrowed();
  }

  /** Reads the vitals, and stops all commands when the notice is not shown. */
  #vitals(): Vitals {
    const vitals = this.#options.vitals();
    if (!vitals.noticeShown) this.#stopUnshared();
    return vitals;
  }

  /** Resolves with false when there is no connection. */
  async #send(frame: DeviceFrame): Promise<boolean> {
    return (await this.#link.connection?.send(frame)) ?? false;
  }

  #closed(code: number): 'again' | 'over' {
    this.#liveView.disconnected();
    this.#requests.disconnected();
    this.#push.disconnected();
    this.tickets.disconnected();
    return this.#ending.endsWith(code, this.#link.isAway) ? 'over' : 'again';
  }
}
