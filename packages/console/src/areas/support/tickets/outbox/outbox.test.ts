import { clientErrors, ticketLimits } from '@fairwatch/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionStore } from '../../../../core/session/session-store.ts';
import { Outbox } from './outbox.ts';
import { messagesOf, createOutgoing } from './outgoing.ts';
import { validateFile, sendMessage } from './send-message.ts';

interface Received {
  ticketId: number;
  clientId: string;
  text: string;
}

/** The responses to the next requests, in order. The last one is repeated. */
let responses: (() => Response | Promise<Response>)[];
let received: Received[];
let outbox: Outbox;

const success = () => Response.json({ data: {}, meta: { has_error: false } });
const refusal = (status: number, text: string) =>
  Response.json({ data: null, meta: { has_error: true, message: [{ text: { client: text } }] } }, { status });
const connectionLost = () => Promise.reject(new TypeError('network'));

const write = (text: string, ticketId = 3) => createOutgoing({ ticketId, kind: 'TEXT', text, file: null });
const states = () => outbox.store.get().map(({ state }) => state);
const flush = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  sessionStore.setProfile({ userId: '7' });
  responses = [success];
  received = [];
  outbox = new Outbox();
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    received.push(JSON.parse(String(body)) as Received);
    const respond = responses.length > 1 ? responses.shift() : responses[0];
    return await respond?.();
  });
});
afterEach(() => {
  outbox.clear();
  sessionStore.logout();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('outgoing messages', () => {
  it('are sent one after the other, in the order in which they were written', async () => {
    outbox.add([write('one')]);
    outbox.add([write('two'), write('three')]);
    expect(states()).toEqual(['sending', 'waiting', 'waiting']);
    await flush();
    expect(received.map(({ text }) => text)).toEqual(['one', 'two', 'three']);
    expect(states()).toEqual(['sent', 'sent', 'sent']);
  });

  it('are retried with the same id after a lost connection, while later messages wait', async () => {
    responses = [connectionLost, () => refusal(503, 'busy'), success];
    const [first, second] = [write('first'), write('second')];
    outbox.add([first, second]);
    await flush();
    expect(states()).toEqual(['waiting', 'waiting']);
    expect(outbox.store.get()[0]?.problem).toBe(clientErrors.socket_unreachable);
    await vi.advanceTimersByTimeAsync(2000);
    expect(states()).toEqual(['waiting', 'waiting']);
    await vi.advanceTimersByTimeAsync(4000);
    expect(states()).toEqual(['sent', 'sent']);
    expect(received.map(({ clientId }) => clientId)).toEqual([
      first.clientId,
      first.clientId,
      first.clientId,
      second.clientId,
    ]);
  });

  it('are retried immediately when the network is back', async () => {
    responses = [connectionLost, success];
    outbox.add([write('waits')]);
    await flush();
    outbox.wake();
    await flush();
    expect(states()).toEqual(['sent']);
  });

  it('that the server refuses fail with its reason, do not block later ones, and are sent again only by Retry', async () => {
    responses = [() => refusal(409, 'This ticket is CLOSED.'), success];
    const first = write('late');
    outbox.add([first, write('next')]);
    await flush();
    expect(states()).toEqual(['failed', 'sent']);
    expect(outbox.store.get()[0]?.problem).toBe('This ticket is CLOSED.');
    await vi.advanceTimersByTimeAsync(600_000);
    expect(received).toHaveLength(2);
    outbox.retry(first.clientId);
    await flush();
    expect(states()).toEqual(['sent', 'sent']);
    expect(received[2]?.clientId).toBe(first.clientId);
  });

  it('of different tickets do not wait for each other', async () => {
    responses = [() => new Promise<Response>(() => {}), success];
    outbox.add([write('slow', 3), write('free', 4)]);
    await flush();
    expect(states()).toEqual(['sending', 'sent']);
  });

  it('that wait for the connection are sent after another message succeeds', async () => {
    responses = [connectionLost, success];
    outbox.add([write('waits', 3)]);
    await flush();
    expect(states()).toEqual(['waiting']);
    outbox.add([write('other', 4)]);
    await flush();
    expect(states()).toEqual(['sent', 'sent']);
  });

  it('are removed once the conversation contains them, or when they are discarded', async () => {
    const [first, second] = [write('one'), write('two')];
    outbox.add([first, second]);
    await flush();
    outbox.settle(new Set([first.clientId, 'another']));
    expect(outbox.store.get().map(({ text }) => text)).toEqual(['two']);
    outbox.discard(second.clientId);
    expect(outbox.store.get()).toEqual([]);
  });

  it('survive a reload: unsent texts keep their ids, and sent ones are not sent again', async () => {
    responses = [success, connectionLost];
    const [first, second] = [write('arrives'), write('does not')];
    outbox.add([first, second]);
    await flush();
    outbox.clear();
    responses = [success];
    received = [];
    outbox = new Outbox();
    outbox.restore();
    outbox.restore();
    await flush();
    expect(received.map(({ clientId, text }) => [clientId, text])).toEqual([[second.clientId, 'does not']]);
  });
});

/** The kind and text of each message that `messagesOf` creates, with captions of at most ten characters. */
function kindsAndTexts(text: string, names: readonly string[]): string[][] {
  const files = names.map((name) => ({ blob: new Blob(['x']), name }));
  return messagesOf(3, text, files, 10).map((message) => [message.kind, message.text]);
}

describe('what is written', () => {
  it('becomes one message per file, with a short text as the caption of the first', () => {
    expect(kindsAndTexts(' hi ', [])).toEqual([['TEXT', 'hi']]);
    expect(kindsAndTexts('hi', ['a', 'b'])).toEqual([
      ['FILE', 'hi'],
      ['FILE', ''],
    ]);
    expect(kindsAndTexts('too long for it', ['a'])).toEqual([
      ['FILE', ''],
      ['TEXT', 'too long for it'],
    ]);
    expect(kindsAndTexts('', ['a'])).toEqual([['FILE', '']]);
    expect(kindsAndTexts('  ', [])).toEqual([]);
  });

  it('[SPEC 5.8, 8.11] has no file that is too large', () => {
    const { fileMaxBytes } = ticketLimits;
    expect(validateFile({ name: 'a.png', size: fileMaxBytes })).toBeNull();
    expect(validateFile({ name: 'a.png', size: fileMaxBytes + 1 })).toBe('File size exceeds 3MB limit');
  });

  it('[SPEC 8.15] says when a file cannot be read any more, instead of waiting for a connection', async () => {
    const blob = Object.assign(new Blob(['x']), { arrayBuffer: () => Promise.reject(new DOMException('gone')) });
    const message = createOutgoing({ ticketId: 3, kind: 'FILE', text: '', file: { blob, name: 'a.pdf' } });
    const { signal } = new AbortController();
    await expect(sendMessage(message, signal, () => {})).rejects.toThrow('File reading failed');
    outbox.add([message]);
    await flush();
    expect(states()).toEqual(['failed']);
  });
});
