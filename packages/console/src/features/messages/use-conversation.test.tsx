import type { Message, MessageCursor } from '@fairwatch/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, useEffect } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mount } from '../../core/components/mount-for-test.tsx';
import { useConversation } from './use-conversation.ts';

interface Asked {
  before?: MessageCursor;
  after?: MessageCursor;
  around?: { id?: number };
}

const size = 100;
/** The thread on the server: message n was written in minute n. */
let total: number;
let asked: Asked[];
let reading: ReturnType<typeof useConversation>;
const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });

function message(id: number): Message {
  return {
    id,
    body: `m${id}`,
    masked: false,
    date: new Date(id * 60_000).toISOString(),
    direction: 'SENT',
    read: true,
  };
}

const cursor = (id: number): MessageCursor => ({ id, date: message(id).date });

/** As the server answers; its own tests hold it to that. */
function answer({ before, after, around }: Asked) {
  const half = size / 2;
  const from = before ? before.id - size : after ? after.id + 1 : around ? (around.id ?? 1) - half : total - size + 1;
  const first = Math.max(1, from);
  const last = Math.min(total, before ? before.id - 1 : from + size - 1);
  return {
    messages: Array.from({ length: last - first + 1 }, (_, n) => message(first + n)),
    older: first > 1 ? cursor(first) : null,
    newer: last < total ? cursor(last) : null,
    anchorId: around?.id ?? null,
  };
}

function Probe({ report }: { report: (current: typeof reading) => void }) {
  const current = useConversation(7, '+1');
  useEffect(() => {
    report(current);
  });
  return null;
}

const idsOf = () => reading.loaded?.messages.map(({ id }) => id) ?? [];
const span = () => [idsOf()[0], idsOf().at(-1)];
/** No gap and no message twice, whatever was loaded in which order. */
const whole = () => idsOf().every((id, place) => place === 0 || id === (idsOf()[place - 1] ?? 0) + 1);

async function until(done: () => boolean): Promise<void> {
  await act(() => vi.waitUntil(done));
}

beforeEach(async () => {
  total = 100_000;
  asked = [];
  client.clear();
  vi.stubGlobal('fetch', async (_: string, request: RequestInit) => {
    const input = JSON.parse(String(request.body)) as Asked;
    asked.push(input);
    return Response.json({ data: answer(input), meta: { has_error: false } });
  });
  mount(
    <QueryClientProvider client={client}>
      <Probe report={(current) => (reading = current)} />
    </QueryClientProvider>,
  );
  await until(() => idsOf().length > 0);
});
afterEach(() => vi.unstubAllGlobals());

async function loadOlder(): Promise<void> {
  const [before] = span();
  act(() => reading.loadOlder());
  await until(() => span()[0] !== before);
}

async function loadNewer(): Promise<void> {
  const [, before] = span();
  act(() => reading.loadNewer());
  await until(() => span()[1] !== before);
}

describe('a conversation that is read', () => {
  it('opens at its newest end and goes on towards older messages', async () => {
    expect([span(), reading.loaded?.atEnd, reading.loaded?.atBeginning]).toEqual([[99_901, 100_000], true, false]);
    await loadOlder();
    await loadOlder();
    expect([span(), whole()]).toEqual([[99_701, 100_000], true]);
  });

  it('holds a thousand messages at most: those far away go and come back', async () => {
    for (let page = 0; page < 12; page += 1) await loadOlder();
    expect([span(), reading.loaded?.atEnd, whole()]).toEqual([[98_701, 99_700], false, true]);
    for (let page = 0; page < 3; page += 1) await loadNewer();
    expect([span(), reading.loaded?.atEnd, whole()]).toEqual([[99_001, 100_000], true, true]);
  });

  it('jumps anywhere in one request, and goes on in both directions', async () => {
    const before = asked.length;
    act(() => reading.jumpTo({ id: 50_000 }));
    await until(() => reading.loaded?.anchorId === 50_000);
    expect(asked).toHaveLength(before + 1);
    expect([span(), reading.loaded?.jump]).toEqual([[49_950, 50_049], 1]);
    await loadOlder();
    await loadNewer();
    expect([span(), whole()]).toEqual([[49_850, 50_149], true]);
    act(() => reading.jumpTo({ id: 50_000 }));
    await until(() => reading.loaded?.jump === 2);
    expect(span()).toEqual([49_950, 50_049]);
  });

  it('learns that there is more when it is read again, and goes on there', async () => {
    await loadOlder();
    total += 3;
    await act(() => client.invalidateQueries());
    await until(() => reading.loaded?.atEnd === false);
    expect(span()).toEqual([99_801, 100_000]);
    await loadNewer();
    expect([span(), reading.loaded?.jump, reading.loaded?.atEnd, whole()]).toEqual([[99_801, 100_003], 0, true, true]);
  });

  it('does not go beyond its ends', async () => {
    const before = asked.length;
    act(() => reading.loadNewer());
    act(() => reading.jumpTo({ id: 1 }));
    await until(() => reading.loaded?.jump === 1);
    expect([span()[0], reading.loaded?.atBeginning]).toEqual([1, true]);
    act(() => reading.loadOlder());
    expect(asked).toHaveLength(before + 1);
  });
});
