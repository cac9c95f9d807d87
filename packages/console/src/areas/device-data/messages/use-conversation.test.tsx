import type { Message, MessageCursor } from '@fairwatch/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, useEffect } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mount } from '../../../core/components/mount-for-test.tsx';
import { useConversation } from './use-conversation.ts';

interface ConversationInput {
  before?: MessageCursor;
  after?: MessageCursor;
  around?: { id?: number };
}

const pageSize = 100;
/** The number of messages on the server. Message n was written in minute n. */
let total: number;
let requests: ConversationInput[];
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

/** A response in the shape that the server's own tests guarantee. */
function respond({ before, after, around }: ConversationInput) {
  const half = pageSize / 2;
  const from = before
    ? before.id - pageSize
    : after
      ? after.id + 1
      : around
        ? (around.id ?? 1) - half
        : total - pageSize + 1;
  const first = Math.max(1, from);
  const last = Math.min(total, before ? before.id - 1 : from + pageSize - 1);
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
/** True when the loaded messages have no gaps and no duplicates. */
const isContiguous = () => idsOf().every((id, index) => index === 0 || id === (idsOf()[index - 1] ?? 0) + 1);

async function until(done: () => boolean): Promise<void> {
  await act(() => vi.waitUntil(done));
}

beforeEach(async () => {
  total = 100_000;
  requests = [];
  client.clear();
  vi.stubGlobal('fetch', async (_: string, request: RequestInit) => {
    const input = JSON.parse(String(request.body)) as ConversationInput;
    requests.push(input);
    return Response.json({ data: respond(input), meta: { has_error: false } });
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

describe('useConversation', () => {
  it('starts at the newest messages and loads older ones', async () => {
    expect([span(), reading.loaded?.atEnd, reading.loaded?.atBeginning]).toEqual([[99_901, 100_000], true, false]);
    await loadOlder();
    await loadOlder();
    expect([span(), isContiguous()]).toEqual([[99_701, 100_000], true]);
  });

  it('keeps at most a thousand messages in memory, and loads dropped pages again', async () => {
    for (let page = 0; page < 12; page += 1) await loadOlder();
    expect([span(), reading.loaded?.atEnd, isContiguous()]).toEqual([[98_701, 99_700], false, true]);
    for (let page = 0; page < 3; page += 1) await loadNewer();
    expect([span(), reading.loaded?.atEnd, isContiguous()]).toEqual([[99_001, 100_000], true, true]);
  });

  it('jumps anywhere in one request, and loads in both directions from there', async () => {
    const before = requests.length;
    act(() => reading.jumpTo({ id: 50_000 }));
    await until(() => reading.loaded?.anchorId === 50_000);
    expect(requests).toHaveLength(before + 1);
    expect([span(), reading.loaded?.jump]).toEqual([[49_950, 50_049], 1]);
    await loadOlder();
    await loadNewer();
    expect([span(), isContiguous()]).toEqual([[49_850, 50_149], true]);
    act(() => reading.jumpTo({ id: 50_000 }));
    await until(() => reading.loaded?.jump === 2);
    expect(span()).toEqual([49_950, 50_049]);
  });

  it('loads messages that arrived after the thread was opened', async () => {
    await loadOlder();
    total += 3;
    await act(() => client.invalidateQueries());
    await until(() => reading.loaded?.atEnd === false);
    expect(span()).toEqual([99_801, 100_000]);
    await loadNewer();
    expect([span(), reading.loaded?.jump, reading.loaded?.atEnd, isContiguous()]).toEqual([
      [99_801, 100_003],
      0,
      true,
      true,
    ]);
  });

  it('requests nothing beyond the ends of the thread', async () => {
    const before = requests.length;
    act(() => reading.loadNewer());
    act(() => reading.jumpTo({ id: 1 }));
    await until(() => reading.loaded?.jump === 1);
    expect([span()[0], reading.loaded?.atBeginning]).toEqual([1, true]);
    act(() => reading.loadOlder());
    expect(requests).toHaveLength(before + 1);
  });
});
