import { clientErrors, ticketLimits } from '@fairwatch/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionStore } from '../../core/session/session-store.ts';
import { Outbox } from './outbox.ts';
import { messagesOf, outgoing } from './outgoing.ts';
import { problemOf, sendMessage } from './send-message.ts';

interface Received {
  ticketId: number;
  clientId: string;
  text: string;
}

/** The network and the server behind it: each request goes to the next of these, the last one answers on. */
let replies: (() => Response | Promise<Response>)[];
let received: Received[];
let outbox: Outbox;

const stored = () => Response.json({ data: {}, meta: { has_error: false } });
const refused = (status: number, text: string) =>
  Response.json({ data: null, meta: { has_error: true, message: [{ text: { client: text } }] } }, { status });
const lost = () => Promise.reject(new TypeError('network'));

const write = (text: string, ticketId = 3) => outgoing({ ticketId, kind: 'TEXT', text, file: null });
const states = () => outbox.store.get().map(({ state }) => state);
const settled = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  sessionStore.setProfile({ userId: '7' });
  replies = [stored];
  received = [];
  outbox = new Outbox();
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    received.push(JSON.parse(String(body)) as Received);
    const reply = replies.length > 1 ? replies.shift() : replies[0];
    return await reply?.();
  });
});
afterEach(() => {
  outbox.clear();
  sessionStore.logout();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('messages on their way', () => {
  it('leave one after the other, in the order they were written', async () => {
    outbox.add([write('one')]);
    outbox.add([write('two'), write('three')]);
    expect(states()).toEqual(['sending', 'waiting', 'waiting']);
    await settled();
    expect(received.map(({ text }) => text)).toEqual(['one', 'two', 'three']);
    expect(states()).toEqual(['sent', 'sent', 'sent']);
  });

  it('are tried again by themselves under the same id when the connection was lost, and those behind them wait', async () => {
    replies = [lost, () => refused(503, 'busy'), stored];
    const [first, second] = [write('first'), write('second')];
    outbox.add([first, second]);
    await settled();
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

  it('go at once when the network is back', async () => {
    replies = [lost, stored];
    outbox.add([write('waits')]);
    await settled();
    outbox.wake();
    await settled();
    expect(states()).toEqual(['sent']);
  });

  it('that the server refuses fail with its words, hold nobody up, and go again only when somebody asks', async () => {
    replies = [() => refused(409, 'This ticket is CLOSED.'), stored];
    const first = write('late');
    outbox.add([first, write('next')]);
    await settled();
    expect(states()).toEqual(['failed', 'sent']);
    expect(outbox.store.get()[0]?.problem).toBe('This ticket is CLOSED.');
    await vi.advanceTimersByTimeAsync(600_000);
    expect(received).toHaveLength(2);
    outbox.retry(first.clientId);
    await settled();
    expect(states()).toEqual(['sent', 'sent']);
    expect(received[2]?.clientId).toBe(first.clientId);
  });

  it('of one ticket do not wait for those of another', async () => {
    replies = [() => new Promise<Response>(() => {}), stored];
    outbox.add([write('slow', 3), write('free', 4)]);
    await settled();
    expect(states()).toEqual(['sending', 'sent']);
  });

  it('that waited for the connection are taken along by one that gets through', async () => {
    replies = [lost, stored];
    outbox.add([write('waits', 3)]);
    await settled();
    expect(states()).toEqual(['waiting']);
    outbox.add([write('other', 4)]);
    await settled();
    expect(states()).toEqual(['sent', 'sent']);
  });

  it('are gone once the conversation has them, and when they are discarded', async () => {
    const [first, second] = [write('one'), write('two')];
    outbox.add([first, second]);
    await settled();
    outbox.settle(new Set([first.clientId, 'another']));
    expect(outbox.store.get().map(({ text }) => text)).toEqual(['two']);
    outbox.discard(second.clientId);
    expect(outbox.store.get()).toEqual([]);
  });

  it('survive the page: texts come back under their ids, and what was stored already is not sent by this browser again', async () => {
    replies = [stored, lost];
    const [first, second] = [write('arrives'), write('does not')];
    outbox.add([first, second]);
    await settled();
    outbox.clear();
    replies = [stored];
    received = [];
    outbox = new Outbox();
    outbox.restore();
    outbox.restore();
    await settled();
    expect(received.map(({ clientId, text }) => [clientId, text])).toEqual([[second.clientId, 'does not']]);
  });
});

/** What a text with files becomes, where ten letters fit beside a file. */
function kinds(text: string, names: readonly string[]): string[][] {
  const files = names.map((name) => ({ blob: new Blob(['x']), name }));
  return messagesOf(3, text, files, 10).map((message) => [message.kind, message.text]);
}

describe('what is written', () => {
  it('becomes one message for each file, the text beside the first where it is short', () => {
    expect(kinds(' hi ', [])).toEqual([['TEXT', 'hi']]);
    expect(kinds('hi', ['a', 'b'])).toEqual([
      ['FILE', 'hi'],
      ['FILE', ''],
    ]);
    expect(kinds('too long for it', ['a'])).toEqual([
      ['FILE', ''],
      ['TEXT', 'too long for it'],
    ]);
    expect(kinds('', ['a'])).toEqual([['FILE', '']]);
    expect(kinds('  ', [])).toEqual([]);
  });

  it('[SPEC 5.8, 8.11] has no file that is too large', () => {
    const { fileMaxBytes } = ticketLimits;
    expect(problemOf({ name: 'a.png', size: fileMaxBytes })).toBeNull();
    expect(problemOf({ name: 'a.png', size: fileMaxBytes + 1 })).toBe('File size exceeds 3MB limit');
  });

  it('[SPEC 8.15] says when a file cannot be read any more, instead of waiting for a connection', async () => {
    const blob = Object.assign(new Blob(['x']), { arrayBuffer: () => Promise.reject(new DOMException('gone')) });
    const message = outgoing({ ticketId: 3, kind: 'FILE', text: '', file: { blob, name: 'a.pdf' } });
    const { signal } = new AbortController();
    await expect(sendMessage(message, signal, () => {})).rejects.toThrow('File reading failed');
    outbox.add([message]);
    await settled();
    expect(states()).toEqual(['failed']);
  });
});
