import {
  clientId,
  messageText,
  newTicket,
  ticketId as ticketIdSchema,
  type DeviceFrame,
  type GatewayFrame,
  type PersonTicket,
  type TicketDeviceFrame,
  type TicketGatewayFrame,
  type TicketMessage,
} from '@fairwatch/contract';
import { z } from 'zod/mini';

/** A ticket, reply or change of a ticket's state that the server has not confirmed. The device keeps it across restarts. */
export const unsentTicket = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('ticket-open'), clientId, ...newTicket }),
  z.strictObject({ type: z.literal('ticket-reply'), clientId, ticketId: ticketIdSchema, text: messageText }),
  z.strictObject({
    type: z.literal('ticket-status'),
    ticketId: ticketIdSchema,
    status: z.enum(['OPEN', 'CLOSED', 'CANCELLED']),
  }),
]);
export type UnsentTicket = z.infer<typeof unsentTicket>;

/** Callbacks for tickets. A device that cannot show answers leaves `onTicketAnswer` out: they stay on the server as undelivered. */
export interface TicketHandlers {
  /** Called when the status, priority or category of a ticket has changed. */
  onTicket?(ticket: PersonTicket): void;
  /** Called once for each answer; `author` is who wrote it. */
  onTicketAnswer?(message: TicketMessage): void;
}

interface TicketOptions extends TicketHandlers {
  /** What was not confirmed when the device was stopped. */
  unsent?: readonly UnsentTicket[];
  onUnsent?(frames: readonly UnsentTicket[]): void;
  /** Called when the server refuses one of them. Nobody waits for it any more if it was written before the last start. */
  onTicketRefused?(frame: UnsentTicket): void;
  /** Resolves with false when there is no connection. */
  send(frame: DeviceFrame): Promise<boolean>;
}

interface Entry {
  frame: TicketDeviceFrame;
  /** Takes the result from a frame; undefined when the frame is not the answer. */
  read(answer: TicketGatewayFrame): unknown;
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

/** The delay before a frame is sent again that the server could not handle. */
const againAfterMs = 2000;
/** The debounce of confirmations: answers come in bursts and are confirmed together. */
const confirmAfterMs = 50;

/**
 * The tickets of a device's person. What they write is sent on every connection until the server confirms it, and carries an id of
 * its own, so that it is stored once. Each answer is shown once and confirmed.
 */
export class OwnTickets {
  readonly #options: TicketOptions;
  readonly #waiting: Entry[] = [];
  /** The newest answer that was shown, and the version of each ticket that was reported. */
  readonly #shown = new Map<number, number>();
  readonly #versions = new Map<number, number>();
  readonly #unconfirmed = new Map<number, { upTo?: number; version?: number }>();
  #online = false;
  #ended: Error | null = null;
  #again: ReturnType<typeof setTimeout> | undefined;
  #confirm: ReturnType<typeof setTimeout> | undefined;

  constructor(options: TicketOptions) {
    this.#options = options;
    for (const frame of options.unsent ?? []) this.#ask(frame, answerTo(frame)).catch(() => undefined);
  }

  /** Opens a ticket; resolves when the server has stored it, however long that takes. */
  open(asked: Omit<z.input<typeof ticketOpen>, 'type' | 'clientId'>): Promise<PersonTicket> {
    const frame = ticketOpen.parse({ type: 'ticket-open', clientId: crypto.randomUUID(), ...asked });
    return this.#ask(frame, answerTo(frame)) as Promise<PersonTicket>;
  }

  /** Writes to a ticket; resolves when the server has stored it. */
  reply(ticketId: number, text: string): Promise<TicketMessage> {
    const frame = ticketReply.parse({ type: 'ticket-reply', clientId: crypto.randomUUID(), ticketId, text });
    return this.#ask(frame, answerTo(frame)) as Promise<TicketMessage>;
  }

  /** Closes a ticket, reopens it or takes it back. */
  setStatus(ticketId: number, status: 'OPEN' | 'CLOSED' | 'CANCELLED'): Promise<PersonTicket> {
    const frame = { type: 'ticket-status', ticketId, status } as const;
    return this.#ask(frame, answerTo(frame)) as Promise<PersonTicket>;
  }

  /** The person's tickets, newest first; `before` continues below one. */
  list(before: number | null = null): Promise<{ tickets: PersonTicket[]; more: boolean }> {
    return this.#ask({ type: 'tickets-request', before }, (answer) =>
      answer.type === 'tickets' ? { tickets: answer.tickets, more: answer.more } : undefined,
    );
  }

  /** A conversation, newest first; `before` continues below a message. */
  messages(ticketId: number, before: number | null = null): Promise<{ messages: TicketMessage[]; more: boolean }> {
    return this.#ask({ type: 'ticket-messages-request', ticketId, before }, (answer) =>
      answer.type === 'ticket-messages' && answer.ticketId === ticketId
        ? { messages: answer.messages, more: answer.more }
        : undefined,
    );
  }

  /** Reports that the person has read the answers up to this one. It is not retried: the next report includes it. */
  async read(ticketId: number, upTo: number): Promise<void> {
    await this.#options.send({ type: 'ticket-read', ticketId, upTo });
  }

  receive(frame: TicketGatewayFrame): void {
    if (frame.type === 'ticket') this.#ticketChanged(frame.ticket);
    if (frame.type === 'ticket-message') this.#answered(frame.message);
    for (const entry of this.#waiting) {
      const answer = entry.read(frame);
      if (answer !== undefined) return this.#settle(entry, () => entry.resolve(answer));
    }
    if (frame.type !== 'ticket-refused') return;
    const refused = this.#waiting.find((entry) => 'clientId' in entry.frame && entry.frame.clientId === frame.clientId);
    if (refused) this.#refuse(refused, frame.reason);
  }

  /** Handles a refused frame: tickets and replies are sent again, changes of a state and questions are rejected. */
  refused(about: string | null, reason: string): void {
    const entry = this.#waiting.find(({ frame }) => frame.type === about);
    if (!entry) return;
    if ('clientId' in entry.frame) this.#again ??= setTimeout(() => this.#sendAll(), againAfterMs);
    else this.#refuse(entry, reason);
  }

  connected(): void {
    this.#online = true;
    this.#sendAll();
    this.#confirmSoon();
  }

  disconnected(): void {
    this.#online = false;
    clearTimeout(this.#again);
    this.#again = undefined;
  }

  /** Rejects whoever waits, since no answer will come. What is unsent stays so, and is sent after the next start. */
  end(reason: string): void {
    this.disconnected();
    clearTimeout(this.#confirm);
    const ended = new Error(reason);
    this.#ended = ended;
    for (const { reject } of this.#waiting.splice(0)) reject(ended);
  }

  #ask<Answer>(
    frame: TicketDeviceFrame,
    read: (answer: TicketGatewayFrame) => Answer | undefined,
  ): Promise<NonNullable<Answer>> {
    if (this.#ended) return Promise.reject(this.#ended);
    return new Promise((resolve, reject) => {
      const entry = { frame, read, resolve: resolve as Entry['resolve'], reject };
      this.#waiting.push(entry);
      this.#changed(entry);
      if (this.#online) void this.#options.send(frame);
    });
  }

  #refuse(entry: Entry, reason: string): void {
    this.#settle(entry, () => entry.reject(new Error(reason)));
    if (isUnsent(entry.frame)) this.#options.onTicketRefused?.(entry.frame);
  }

  #settle(entry: Entry, tell: () => void): void {
    this.#waiting.splice(this.#waiting.indexOf(entry), 1);
    tell();
    this.#changed(entry);
  }

  /** Reports the unsent frames when they have changed, so that the device stores them. */
  #changed({ frame }: Entry): void {
    if (isUnsent(frame)) this.#options.onUnsent?.(this.#waiting.map((entry) => entry.frame).filter(isUnsent));
  }

  #sendAll(): void {
    this.#again = undefined;
    if (this.#online) for (const { frame } of this.#waiting) void this.#options.send(frame);
  }

  #ticketChanged(ticket: PersonTicket): void {
    const { ticketId, version } = ticket;
    if (version > (this.#versions.get(ticketId) ?? 0)) {
      this.#versions.set(ticketId, version);
      this.#options.onTicket?.(ticket);
    }
    this.#unconfirmed.set(ticketId, { ...this.#unconfirmed.get(ticketId), version });
    this.#confirmSoon();
  }

  #answered(message: TicketMessage): void {
    const { ticketId, id, sender } = message;
    const { onTicketAnswer } = this.#options;
    if (sender !== 'ADMIN' || !onTicketAnswer) return;
    if (id > (this.#shown.get(ticketId) ?? 0)) {
      this.#shown.set(ticketId, id);
      onTicketAnswer(message);
    }
    this.#unconfirmed.set(ticketId, { ...this.#unconfirmed.get(ticketId), upTo: this.#shown.get(ticketId) ?? id });
    this.#confirmSoon();
  }

  #confirmSoon(): void {
    this.#confirm ??= setTimeout(() => {
      this.#confirm = undefined;
      void this.#sendConfirmations();
    }, confirmAfterMs);
  }

  async #sendConfirmations(): Promise<void> {
    for (const [ticketId, received] of this.#unconfirmed) {
      // What could not be sent is confirmed on the next connection.
      if (!(await this.#options.send({ type: 'ticket-received', ticketId, ...received }))) return;
      if (this.#unconfirmed.get(ticketId) === received) this.#unconfirmed.delete(ticketId);
    }
  }
}

const [ticketOpen, ticketReply] = unsentTicket.def.options;

function isUnsent(frame: TicketDeviceFrame): frame is UnsentTicket {
  return frame.type === 'ticket-open' || frame.type === 'ticket-reply' || frame.type === 'ticket-status';
}

/** Recognises the server's confirmation: of a ticket or reply by its `clientId`, of a state by the ticket that has it. */
function answerTo(frame: UnsentTicket): (answer: GatewayFrame) => PersonTicket | TicketMessage | undefined {
  return (answer) => {
    if (frame.type === 'ticket-status') {
      const { ticketId, status } = frame;
      if (answer.type !== 'ticket') return undefined;
      return answer.ticket.ticketId === ticketId && answer.ticket.status === status ? answer.ticket : undefined;
    }
    if (answer.type === 'ticket' && answer.ticket.clientId === frame.clientId) return answer.ticket;
    if (answer.type === 'ticket-message' && answer.message.clientId === frame.clientId) return answer.message;
    return undefined;
  };
}
