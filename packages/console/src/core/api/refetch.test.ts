import { approvalCount, contacts, shownHeader, ticketCounts } from '@fairwatch/contract';
import { focusManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { sessionStore } from '../session/session-store.ts';
import { endSession } from '../session/end-session.ts';
import { collectCalls } from './call-batch.ts';
import { call } from './client.ts';
import { invalidate, query, queryClient } from './query.ts';
import { asRefetch, keepProof, proofHeader } from './refetch.ts';

const server = vi.fn<(path: string, request: RequestInit) => Promise<Response>>();
const envelope = { data: [], meta: { has_error: false } };
const sent = () => server.mock.calls.map(([, { headers }]) => new Headers(headers).get(shownHeader));
const input = { deviceId: 3 };
const answer = (shown: string) => ({ status: 200, body: JSON.stringify(envelope), shown });
const both = () => Promise.all([call(approvalCount, {}), call(ticketCounts, {})]);

beforeEach(() => {
  queryClient.clear();
  sessionStore.setProfile({});
  vi.stubGlobal('fetch', server);
  server.mockImplementation(async () => Response.json(envelope, { headers: { [shownHeader]: 'proof' } }));
});
afterEach(() => {
  endSession('expired');
  queryClient.clear();
  server.mockReset();
  vi.unstubAllGlobals();
});

/** Keeps the list of contacts on screen, and waits for its first rows. */
async function showContacts(): Promise<QueryObserver> {
  const observer = new QueryObserver(queryClient, { ...query(contacts.list, input), staleTime: 0 } as never);
  onTestFinished(observer.subscribe(() => undefined));
  await vi.waitUntil(() => observer.getCurrentResult().isSuccess);
  return observer;
}

it('only what the console reads again by itself has the proof that it was shown before', async () => {
  const observer = await showContacts();
  await invalidate(contacts.list);
  await observer.refetch();
  await call(contacts.list, input);
  expect(sent()).toEqual([null, 'proof', null, null]);
});

it('has it also on coming back to the page', async () => {
  await showContacts();
  queryClient.mount();
  onTestFinished(() => queryClient.unmount());
  focusManager.setFocused(false);
  onTestFinished(() => focusManager.setFocused(undefined));
  focusManager.setFocused(true);
  await vi.waitUntil(() => server.mock.calls.length === 2);
  expect(sent()).toEqual([null, 'proof']);
});

it('is not there for what was never shown, for something else, and after the session', async () => {
  await showContacts();
  await asRefetch(() => call(contacts.list, { deviceId: 4 }));
  endSession('expired');
  await asRefetch(() => call(contacts.list, input));
  expect(sent()).toEqual([null, null, null]);
});

it('travels with each call of a batch, and comes back with its answer', async () => {
  collectCalls();
  onTestFinished(() => collectCalls(false));
  server.mockImplementation(async () => Response.json([answer('one'), answer('two')]));
  await both();
  await asRefetch(both);
  const bodies = server.mock.calls.map(([, { body }]) => JSON.parse(String(body)) as { shown?: string }[]);
  expect(bodies.map((calls) => calls.map(({ shown }) => shown))).toEqual([
    [undefined, undefined],
    ['one', 'two'],
  ]);
});

it('the oldest are forgotten, so that a long day does not fill the memory', () => {
  const response = new Response('', { headers: { [shownHeader]: 'proof' } });
  for (let place = 0; place <= 2000; place += 1) keepProof(`call ${place}`, response);
  expect([proofHeader('call 0'), proofHeader('call 1')]).toEqual([{}, { [shownHeader]: 'proof' }]);
});
