import {
  deviceArchivePath,
  deviceSocketClose,
  isTicketFrame,
  noticeLanguage,
  noticeVersion,
  type Capability,
  type GatewayFrame,
  type Grants,
  type Ground,
  type LogEntry,
  type LogVisit,
  type SharingHours,
  type VisitRange,
} from '@fairwatch/contract';
import { OwnArchive, type ReadyArchive } from './archive.ts';
import { backoffMs } from './backoff.ts';
import { createCommandRunner } from './command-runner.ts';
import { Connection } from './connection.ts';
import type { DeviceClientOptions, Ending } from './device-options.ts';
import { OwnGrants } from './grants.ts';
import { openDiskFile } from './disk-file.ts';
import { createInbox } from './inbox.ts';
import { KnownLog } from './known-log.ts';
import { OwnNotice } from './own-notice.ts';
import { createFetcher, fetchResumable, type WantedFile } from './receive-file.ts';
import { sendAnswer } from './send-answer.ts';
import { createTicketFiles } from './ticket-files.ts';
import { OwnTickets } from './tickets.ts';
import { unsaidOf, type UnsaidWish } from './unsaid.ts';
import { createUploader } from './upload-file.ts';
import { Wishes } from './wishes.ts';

/** Why a device stopped for good: told to, its person left, an admin ended it, its token is not accepted or in use elsewhere. */
export type DeviceEnd = 'stopped' | 'left' | 'ended' | 'refused' | 'replaced';

/** A device that has joined: stays connected, answers commands, and comes back when the connection breaks. */
export class DeviceClient {
  /** Settles when the device will not connect again. */
  readonly ended: Promise<DeviceEnd>;
  /** What the person asks their admins, and what is answered. */
  readonly tickets: OwnTickets;
  /** Files of tickets: to attach one, to fetch one. */
  readonly ticketFiles: ReturnType<typeof createTicketFiles>;
  readonly #options: DeviceClientOptions;
  readonly #grants: OwnGrants;
  readonly #commands: ReturnType<typeof createCommandRunner>;
  readonly #inbox: ReturnType<typeof createInbox>;
  readonly #wishes: Wishes;
  readonly #knownLog: KnownLog;
  readonly #notice: OwnNotice;
  readonly #archive: OwnArchive;
  /** Aborts when the device ends, and with it what it still sends. */
  readonly #over = new AbortController();
  #end: (end: DeviceEnd) => void = () => undefined;
  #connection: Connection | null = null;
  #retry: NodeJS.Timeout | undefined;
  #attempt = 0;
  #stopping = false;
  #leaving = false;
  #endedByAdmin = false;
  #away = false;
  /** The server has taken this connection's hello. */
  #welcomed = false;

  constructor(options: DeviceClientOptions) {
    this.#options = options;
    this.#notice = new OwnNotice(options.ground, options.onGround);
    this.#knownLog = new KnownLog(options);
    this.#wishes = new Wishes(() => options.onUnsaid?.(unsaidOf(this.#wishes.open)));
    this.#grants = new OwnGrants(
      { capabilities: options.granted(), paused: options.paused ?? false, hours: options.hours ?? null },
      options.onGrants,
    );
    const upload = createUploader(options, openDiskFile);
    const fetchFile = createFetcher(options);
    this.#commands = createCommandRunner({
      ...options,
      grants: this.#grants,
      report: (commandId, percent, phase) =>
        void this.#connection?.send({ type: 'progress', commandId, percent, ...(phase && { phase }) }),
      upload: (commandId, files, signal, watch) =>
        upload(commandId, files, AbortSignal.any([signal, this.#over.signal]), watch),
      fetchFile: (commandId, wanted, signal) =>
        fetchFile(commandId, wanted, AbortSignal.any([signal, this.#over.signal])),
    });
    this.#inbox = createInbox({
      ...options,
      grants: this.#grants,
      accept: (capability) => this.changeGrants([...this.#grants.capabilities, capability]),
      decline: async (requestId) =>
        this.#confirmed(await this.#wishes.ask({ type: 'consent-decline', requestId }, 'grants')),
      say: async (frame) => (await this.#connection?.send(frame)) ?? false,
    });
    this.tickets = new OwnTickets({
      ...options,
      unsent: options.unsentTickets ?? [],
      ...(options.onUnsentTickets && { onUnsent: options.onUnsentTickets }),
      say: async (frame) => (await this.#connection?.send(frame)) ?? false,
    });
    this.#archive = new OwnArchive(() => this.#wishes.ask({ type: 'archive-request' }, 'archive'));
    this.ticketFiles = createTicketFiles(options, this.#over.signal);
    this.ended = new Promise((resolve) => (this.#end = resolve));
    void this.ended.then((end) => this.#finish(`The device has ended: ${end}.`));
    for (const wish of options.unsaid ?? []) void this.#sayAgain(wish);
  }

  start(): void {
    this.#connection = new Connection({
      ...this.#options,
      grants: this.#grants,
      knownLog: this.#knownLog,
      onFrame: (frame, connection) => void this.#receive(frame, connection),
      onClose: (code) => this.#closed(code),
    });
  }

  /** Says goodbye; resolves when the socket is closed. */
  async stop(): Promise<void> {
    this.#stopping = true;
    clearTimeout(this.#retry);
    if (this.#connection) this.#connection.close();
    else this.#end('stopped');
    await this.ended;
  }

  /** Loses the network until `comeBack`, as in a tunnel. */
  goAway(): void {
    this.#away = true;
    clearTimeout(this.#retry);
    this.#connection?.close();
  }

  comeBack(): void {
    if (!this.#away || this.#stopping) return;
    this.#away = false;
    // While the old connection is still closing, its end starts the new one.
    if (this.#connection === null) this.start();
  }

  /** Tells the server how the device is now, before the next heartbeat is due: for instance that a call began. */
  tellVitals(): void {
    if (this.#welcomed) this.#connection?.sendVitals();
  }

  /** On what ground the device is supervised. */
  get ground(): Ground {
    return this.#notice.ground;
  }

  /** What the person shares now. */
  get grants(): Grants {
    const { capabilities, paused, hours } = this.#grants;
    return { capabilities, paused, hours };
  }

  /** The person changed what they share, under the current notice. What is taken back stops at once. */
  async changeGrants(capabilities: readonly Capability[]): Promise<Grants> {
    this.#grants.keepOnly(capabilities);
    this.#commands.stopUnshared();
    const known = this.#notice.hash();
    const hash = typeof known === 'string' ? known : await known;
    const notice = { noticeVersion, noticeHash: hash, language: noticeLanguage };
    const consent = { ...notice, capabilities: [...capabilities] };
    return this.#confirmed(await this.#wishes.ask({ type: 'consent', ...consent }, 'grants'));
  }

  /** Nothing is shared until `resume`, also while the server cannot be told. */
  async pause(): Promise<Grants> {
    this.#grants.pause();
    this.#commands.stopUnshared();
    return this.#confirmed(await this.#wishes.ask({ type: 'pause' }, 'grants'));
  }

  async resume(): Promise<Grants> {
    return this.#confirmed(await this.#wishes.ask({ type: 'resume' }, 'grants'));
  }

  /** Outside of these hours nothing is collected, also while the server cannot be told; null for any hour. */
  async setHours(hours: SharingHours | null): Promise<Grants> {
    this.#grants.setHours(hours);
    this.#commands.stopUnshared();
    return this.#confirmed(await this.#wishes.ask({ type: 'hours', hours }, 'grants'));
  }

  /** Ends the supervision. The server deletes what it collected; `ended` settles with `left`. */
  async leave(): Promise<void> {
    this.#leaving = true;
    this.#grants.pause();
    this.#commands.stopUnshared();
    const answered = this.#wishes.ask({ type: 'leave' }, 'left').then(() => this.ended);
    // Where the answer was lost, the next connection tells: the token is no longer known.
    const end = await Promise.race([this.ended, answered]);
    if (end !== 'left' && end !== 'ended') throw new Error(`The device has ended: ${end}.`);
  }

  /** A page of this device's log, newest first; `before` continues below an entry. */
  async readLog(before: number | null = null): Promise<{ entries: LogEntry[]; more: boolean }> {
    const { entries, more } = await this.#wishes.ask({ type: 'log-request', before }, 'log');
    return { entries, more };
  }

  /** A page of the log grouped by visit, newest first; `before` is the `last` of the visit that was read last. */
  async readVisits(before: number | null = null): Promise<{ visits: LogVisit[]; more: boolean }> {
    const { visits, more } = await this.#wishes.ask({ type: 'log-request', before, grouped: true }, 'log-visits');
    return { visits, more };
  }

  /** A page of the entries of one visit, newest first; `before` continues below an entry. */
  async readVisit(
    { first, last }: VisitRange,
    before: number | null = null,
  ): Promise<{ entries: LogEntry[]; more: boolean }> {
    const request = { type: 'log-request', before, visit: { first, last } } as const;
    const { entries, more } = await this.#wishes.ask(request, 'log');
    return { entries, more };
  }

  /**
   * Asks for everything that is held about the person; resolves when the archive can be fetched. That may take a while: it is
   * asked for again on each connection until then.
   */
  async requestArchive(): Promise<ReadyArchive> {
    return await this.#archive.request();
  }

  /** Fetches an archive that is ready, going on where a broken connection stopped it. `write` takes its bytes in order. */
  async fetchArchive(archive: ReadyArchive, write: WantedFile['write']): Promise<void> {
    await fetchResumable(this.#options, deviceArchivePath, { ...archive, write }, this.#over.signal);
  }

  #confirmed(server: Extract<GatewayFrame, { type: 'grants' }>): Grants {
    // A later change of mind that the server has not heard of yet stays.
    if (!this.#wishes.open.some(({ type }) => type !== 'log-request' && type !== 'archive-request'))
      this.#grants.confirm(server);
    else this.#grants.narrow(server);
    // Whether a call is under way is told while that is shared, and the server forgot it with the change.
    this.tellVitals();
    this.#toldHours(server.hours);
    return this.grants;
  }

  /** The server's word on the hours, unless the person has set others that it has not heard of. */
  #toldHours(hours: SharingHours | null | undefined): void {
    const unsaid = this.#wishes.open.some(({ type }) => type === 'hours');
    if (hours !== undefined && !unsaid) this.#grants.setHours(hours);
  }

  async #receive(frame: GatewayFrame, connection: Connection): Promise<void> {
    if (frame.type !== 'welcome' && 'logHead' in frame) this.#knownLog.told(frame.logHead);
    switch (frame.type) {
      case 'welcome':
        this.#attempt = 0;
        this.#welcomed = true;
        this.#grants.narrow(frame);
        this.#toldHours(frame.hours);
        this.#commands.stopUnshared();
        this.#knownLog.welcomed(frame.logHead);
        if (frame.ground) await this.#notice.supervisedOn(frame.ground);
        this.#options.log('connected');
        this.#inbox.connected();
        this.tickets.connected();
        this.#archive.connected();
        return this.#wishes.connected((wish) => void connection.send(wish));
      case 'refused':
        this.#options.log(`the server did not take a frame: ${frame.reason}`);
        this.tickets.refused(frame.about, frame.reason);
        return this.#wishes.refused(frame.about, frame.reason);
      case 'ended':
        return this.#endedBy({ endedBy: frame.endedBy, reason: frame.reason, endedAt: frame.endedAt });
      case 'cancel':
        return this.#commands.cancel(frame.commandId);
      case 'consent-request':
        return this.#inbox.ask(frame);
      case 'consent-request-withdrawn':
        return this.#inbox.takeBack(frame);
      case 'notification':
        return this.#inbox.notify(frame);
      case 'command': {
        await connection.send({ type: 'accepted', commandId: frame.commandId });
        const { answer, signal } = this.#commands.run(frame);
        return await sendAnswer(connection, frame.commandId, await answer, signal);
      }
      case 'archive':
        this.#wishes.answered(frame);
        return this.#archive.receive(frame);
      default:
        return isTicketFrame(frame) ? this.tickets.receive(frame) : this.#wishes.answered(frame);
    }
  }

  /** Nothing is collected from here on; the server closes the connection. */
  #endedBy(ending: Ending): void {
    this.#endedByAdmin = true;
    this.#grants.pause();
    this.#commands.stopUnshared();
    this.#options.log(`ended by ${ending.endedBy}: ${ending.reason}`);
    this.#options.onEnded?.(ending);
  }

  /** Decided before the device was stopped. Nobody waits for the answer any more. */
  async #sayAgain(wish: UnsaidWish): Promise<void> {
    try {
      if (wish.type === 'leave') await this.leave();
      else this.#confirmed(await this.#wishes.ask(wish, 'grants'));
    } catch (error) {
      this.#options.log(`could not tell the server (${wish.type}): ${error instanceof Error ? error.message : error}`);
    }
  }

  #finish(reason: string): void {
    this.#wishes.end(reason);
    this.tickets.end(reason);
    this.#archive.end(reason);
    this.#over.abort(new Error(reason));
  }

  #closed(code: number): void {
    this.#connection = null;
    this.#welcomed = false;
    this.#wishes.disconnected();
    this.tickets.disconnected();
    if (code === deviceSocketClose.left || this.#endedByAdmin) return this.#end(this.#endedByAdmin ? 'ended' : 'left');
    if (this.#stopping) return this.#end('stopped');
    if (code === deviceSocketClose.refused) return this.#end(this.#leaving ? 'left' : 'refused');
    if (this.#away) return;
    // Coming back would throw the other one out, which would come back in turn.
    if (code === deviceSocketClose.replaced) return this.#end('replaced');
    this.#retry = setTimeout(() => this.start(), backoffMs(this.#attempt));
    this.#attempt += 1;
  }
}
