import { ApiError, textOfError } from '../../../../core/api/api-error.ts';
import { onSessionEnd } from '../../../../core/session/end-session.ts';
import { createExternalStore } from '../../../../core/state/external-store.ts';
import { saveDraft, readDraft } from './drafts.ts';
import { createOutgoing, type OutgoingMessage } from './outgoing.ts';
import { sendMessage } from './send-message.ts';

/** The backoff between attempts; the last delay is repeated. */
const retryDelaysMs = [2000, 4000, 8000, 15_000, 30_000];
const draftName = 'outbox';

/** True when a retry may succeed: the server was unreachable, overloaded or failed. Sending the same message twice is safe. */
function isRetryable(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500 || error.status === 429);
}

/**
 * The queue of messages that are not yet in the conversation. It belongs to the tab, so sending continues on other pages,
 * and unsent texts are saved in the browser. The messages of a ticket are sent in the order in which they were written. Each
 * keeps its client id in every attempt, so the server stores it once.
 */
export class Outbox {
  readonly store = createExternalStore<readonly OutgoingMessage[]>([]);
  readonly #running = new Map<number, AbortController>();
  readonly #attempts = new Map<string, number>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #restored = false;

  add(messages: readonly OutgoingMessage[]): void {
    this.#set([...this.#all, ...messages]);
    this.#runNext();
  }

  /** Queues the texts that were saved but not sent before a reload. */
  restore(): void {
    if (this.#restored) return;
    this.#restored = true;
    const knownIds = new Set(this.#all.map(({ clientId }) => clientId));
    const saved = readTexts().filter(({ clientId }) => !knownIds.has(clientId));
    if (saved.length > 0) this.add(saved);
  }

  /** Sends a failed or waiting message now. */
  retry(clientId: string): void {
    this.#attempts.delete(clientId);
    this.#change(clientId, { state: 'waiting', problem: null, share: 0 });
    this.#runNext();
  }

  discard(clientId: string): void {
    this.#set(this.#all.filter((message) => message.clientId !== clientId));
    this.#runNext();
  }

  /** Removes messages that the conversation contains. */
  settle(clientIds: ReadonlySet<string>): void {
    if (this.#all.some(({ clientId }) => clientIds.has(clientId))) {
      this.#set(this.#all.filter(({ clientId }) => !clientIds.has(clientId)));
    }
  }

  /** Retries immediately, when the network is back. */
  wake(): void {
    this.#runNext();
  }

  clear(): void {
    clearTimeout(this.#timer);
    for (const abort of this.#running.values()) abort.abort();
    this.#running.clear();
    this.#attempts.clear();
    this.#restored = false;
    this.store.set([]);
  }

  get #all(): readonly OutgoingMessage[] {
    return this.store.get();
  }

  #set(messages: readonly OutgoingMessage[]): void {
    this.store.set(messages);
    saveTexts(messages);
  }

  #change(clientId: string, change: Partial<OutgoingMessage>): void {
    this.#set(this.#all.map((message) => (message.clientId === clientId ? { ...message, ...change } : message)));
  }

  /** Sends the first waiting message of each ticket that is not sending. */
  #runNext(): void {
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
      this.#handleFailure(clientId, error);
      return;
    }
    this.#running.delete(ticketId);
    this.#attempts.delete(clientId);
    this.#runNext();
  }

  #handleFailure(clientId: string, error: unknown): void {
    const problem = textOfError(error);
    if (!isRetryable(error)) {
      this.#change(clientId, { state: 'failed', problem });
      return this.#runNext();
    }
    const attempts = this.#attempts.get(clientId) ?? 0;
    this.#attempts.set(clientId, attempts + 1);
    // Later messages of the ticket wait too, because the order must be kept.
    this.#change(clientId, { state: 'waiting', problem, share: 0 });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#runNext(), retryDelaysMs[Math.min(attempts, retryDelaysMs.length - 1)]);
  }
}

/** Saves the unsent texts in the browser. Local storage cannot hold files. */
function saveTexts(messages: readonly OutgoingMessage[]): void {
  const texts = messages.filter(({ kind, state }) => kind === 'TEXT' && state !== 'sent');
  const fields = texts.map(({ clientId, ticketId, text, writtenAt }) => ({ clientId, ticketId, text, writtenAt }));
  saveDraft(draftName, fields.length === 0 ? '' : JSON.stringify(fields));
}

function readTexts(): OutgoingMessage[] {
  try {
    const saved = JSON.parse(readDraft(draftName) || '[]') as Partial<OutgoingMessage>[];
    return saved.flatMap(({ clientId, ticketId, text, writtenAt }) =>
      typeof clientId === 'string' && typeof ticketId === 'number' && typeof text === 'string'
        ? [
            {
              ...createOutgoing({ ticketId, kind: 'TEXT', text, file: null }),
              clientId,
              ...(writtenAt && { writtenAt }),
            },
          ]
        : [],
    );
  } catch {
    return [];
  }
}

/** True for an unsent file, which a reload would lose. Texts are saved. */
function isUnsentFile({ file, state }: OutgoingMessage): boolean {
  return file !== null && (state === 'waiting' || state === 'sending');
}

export const outbox = new Outbox();

// The next account that signs in at this browser must not send these messages.
onSessionEnd(() => outbox.clear());

addEventListener('online', () => outbox.wake());
addEventListener('beforeunload', (event) => {
  if (outbox.store.get().some(isUnsentFile)) event.preventDefault();
});
