import { ApiError, textOfError } from '../../core/api/api-error.ts';
import { onSessionEnd } from '../../core/session/end-session.ts';
import { createExternalStore } from '../../core/session/external-store.ts';
import { keep, readKept } from './drafts.ts';
import { outgoing, type OutgoingMessage } from './outgoing.ts';
import { sendMessage } from './send-message.ts';

/** How long it waits before it tries again, longer each time, until the last of these. */
const pausesMs = [2000, 4000, 8000, 15_000, 30_000];
const name = 'outbox';

/** The server may not have got it, or its answer was lost: the same message can be sent again without harm. */
function mayWorkLater(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500 || error.status === 429);
}

/**
 * What was written here and is not in the conversation yet. It lives as long as the tab, so another page meanwhile loses
 * nothing, and texts live in the browser until the server has them. Each ticket's messages leave in the order they were
 * written, each under the id it got when it was written: however often it is tried, it is stored once.
 */
export class Outbox {
  readonly store = createExternalStore<readonly OutgoingMessage[]>([]);
  readonly #running = new Map<number, AbortController>();
  readonly #tries = new Map<string, number>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #restored = false;

  add(messages: readonly OutgoingMessage[]): void {
    this.#set([...this.#all, ...messages]);
    this.#goOn();
  }

  /** Brings back the texts that an earlier page could not send. */
  restore(): void {
    if (this.#restored) return;
    this.#restored = true;
    const known = new Set(this.#all.map(({ clientId }) => clientId));
    const kept = readTexts().filter(({ clientId }) => !known.has(clientId));
    if (kept.length > 0) this.add(kept);
  }

  /** Tries again what failed, and what waits for the connection, now. */
  retry(clientId: string): void {
    this.#tries.delete(clientId);
    this.#change(clientId, { state: 'waiting', problem: null, share: 0 });
    this.#goOn();
  }

  discard(clientId: string): void {
    this.#set(this.#all.filter((message) => message.clientId !== clientId));
    this.#goOn();
  }

  /** The conversation has these now. */
  settle(clientIds: ReadonlySet<string>): void {
    if (this.#all.some(({ clientId }) => clientIds.has(clientId))) {
      this.#set(this.#all.filter(({ clientId }) => !clientIds.has(clientId)));
    }
  }

  /** The network is back: nobody needs to wait for the next try. */
  wake(): void {
    this.#goOn();
  }

  clear(): void {
    clearTimeout(this.#timer);
    for (const abort of this.#running.values()) abort.abort();
    this.#running.clear();
    this.#tries.clear();
    this.#restored = false;
    this.store.set([]);
  }

  get #all(): readonly OutgoingMessage[] {
    return this.store.get();
  }

  #set(messages: readonly OutgoingMessage[]): void {
    this.store.set(messages);
    keepTexts(messages);
  }

  #change(clientId: string, change: Partial<OutgoingMessage>): void {
    this.#set(this.#all.map((message) => (message.clientId === clientId ? { ...message, ...change } : message)));
  }

  /** Starts the first waiting message of each ticket that sends nothing now. */
  #goOn(): void {
    clearTimeout(this.#timer);
    for (const message of this.#all) {
      if (message.state === 'waiting' && !this.#running.has(message.ticketId)) void this.#run(message);
    }
  }

  async #run(message: OutgoingMessage): Promise<void> {
    const { clientId, ticketId } = message;
    const abort = new AbortController();
    this.#running.set(ticketId, abort);
    this.#change(clientId, { state: 'sending', problem: null });
    try {
      await sendMessage(message, abort.signal, (share) => this.#change(clientId, { share }));
      if (!abort.signal.aborted) this.#change(clientId, { state: 'sent', problem: null, share: 1 });
    } catch (error) {
      if (abort.signal.aborted) return;
      this.#running.delete(ticketId);
      this.#failed(clientId, error);
      return;
    }
    this.#running.delete(ticketId);
    this.#tries.delete(clientId);
    this.#goOn();
  }

  #failed(clientId: string, error: unknown): void {
    const problem = textOfError(error);
    if (!mayWorkLater(error)) {
      this.#change(clientId, { state: 'failed', problem });
      return this.#goOn();
    }
    const tries = this.#tries.get(clientId) ?? 0;
    this.#tries.set(clientId, tries + 1);
    // Those behind it wait too: what was written first is read first.
    this.#change(clientId, { state: 'waiting', problem, share: 0 });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#goOn(), pausesMs[Math.min(tries, pausesMs.length - 1)]);
  }
}

/** Files cannot be kept; texts are. */
function keepTexts(messages: readonly OutgoingMessage[]): void {
  const texts = messages.filter(({ kind, state }) => kind === 'TEXT' && state !== 'sent');
  const fields = texts.map(({ clientId, ticketId, text, writtenAt }) => ({ clientId, ticketId, text, writtenAt }));
  keep(name, fields.length === 0 ? '' : JSON.stringify(fields));
}

function readTexts(): OutgoingMessage[] {
  try {
    const kept = JSON.parse(readKept(name) || '[]') as Partial<OutgoingMessage>[];
    return kept.flatMap(({ clientId, ticketId, text, writtenAt }) =>
      typeof clientId === 'string' && typeof ticketId === 'number' && typeof text === 'string'
        ? [{ ...outgoing({ ticketId, kind: 'TEXT', text, file: null }), clientId, ...(writtenAt && { writtenAt }) }]
        : [],
    );
  } catch {
    return [];
  }
}

/** A file that would be lost with the page; texts are kept. */
function isLeaving({ file, state }: OutgoingMessage): boolean {
  return file !== null && (state === 'waiting' || state === 'sending');
}

export const outbox = new Outbox();

// The next person at this browser must not send what the last one wrote.
onSessionEnd(() => outbox.clear());

addEventListener('online', () => outbox.wake());
addEventListener('beforeunload', (event) => {
  if (outbox.store.get().some(isLeaving)) event.preventDefault();
});
