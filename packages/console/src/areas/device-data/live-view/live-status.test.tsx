import { liveViewEnds, type Command } from '@fairwatch/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { queryClient } from '../../../core/api/query.ts';
import { mount } from '../../../core/components/mount-for-test.tsx';
import { sessionStore } from '../../../core/session/session-store.ts';
import { liveForTest, requestForTest, sessionForTest } from './live-for-test.ts';
import { LiveStatus } from './live-status.tsx';
import type { LiveViewState } from './use-live-view.ts';

const allow = (featureAccess: 'FULL_ACCESS' | 'READ_ONLY') =>
  act(() =>
    sessionStore.setProfile({
      adminRole: 'ADMIN',
      featureAccessDTOs: [{ id: 1, featurePermission: 'VIDEO_RECORDER', featureAccess }],
    }),
  );
beforeEach(() => allow('FULL_ACCESS'));
afterEach(() => act(() => sessionStore.logout()));

function draw(change: Partial<LiveViewState>): HTMLElement {
  return mount(
    <QueryClientProvider client={queryClient}>
      <LiveStatus live={liveForTest(change)} />
    </QueryClientProvider>,
  ).box;
}
const wordsOf = (change: Partial<LiveViewState>) => draw(change).querySelector('output')?.textContent;
const viewersOf = (...names: string[]) =>
  names.map((username) => ({ username, name: username, since: '2026-11-18T12:00:00.000Z' }));

describe('a request', () => {
  it.each<[Partial<Command>, string]>([
    [{ stepType: 'QUEUED' }, 'on its way to the device'],
    [{ stepType: 'SENT' }, 'on its way to the device'],
    [{ stepType: 'SENT', phase: 'ASKING' }, 'They are asked whether maria may see a live picture'],
    [{ stepType: 'SENT', phase: 'SEEN' }, 'The person is looking at the question'],
    [{ stepType: 'RUNNING' }, 'sees a countdown'],
    [{ stepType: 'RUNNING', phase: 'COUNTDOWN' }, 'sees a countdown'],
  ])('says where it is: %o', (change, words) => {
    expect(wordsOf({ request: requestForTest(change) })).toContain(words);
  });

  it('can be cancelled by those who may ask', () => {
    const request = requestForTest();
    expect(draw({ request }).querySelector('button')?.textContent).toBe('Cancel');
    allow('READ_ONLY');
    expect(draw({ request }).querySelector('button')).toBeNull();
  });

  it.each<[Partial<Command>, string]>([
    [{ stepType: 'DECLINED' }, 'The person said no to a live view'],
    [{ stepType: 'FAILED', errorDetails: 'The camera failed.' }, 'The camera failed.'],
    [{ stepType: 'EXPIRED', phase: 'SEEN' }, 'Nobody answered the request'],
    [{ stepType: 'EXPIRED', errorDetails: 'The device was not reached in time.' }, 'was not reached in time'],
    [{ stepType: 'CANCELLED' }, 'was cancelled'],
  ])('says how it ended, and none of it is a red failure: %o', (change, words) => {
    const box = draw({ last: { request: requestForTest({ ...change, userResponseTime: 5000 }) } });
    expect(box.querySelector('output')?.textContent).toContain(words);
    expect(box.querySelector('[data-tone=bad]')).toBeNull();
  });
});

describe('a live view', () => {
  it('names who watches, each once', () => {
    const running = sessionForTest();
    expect(wordsOf({ running, viewers: viewersOf('maria') })).toBe('maria is watching live');
    expect(wordsOf({ running, viewers: viewersOf('maria', 'tom', 'tom') })).toBe('maria and tom are watching live');
    expect(wordsOf({ running })).toBe('The live view that maria asked for is running');
    expect(wordsOf({ running, joined: true })).toBe('');
  });

  it('says in words why it ended, whatever the reason', () => {
    const said = liveViewEnds.map((end) =>
      wordsOf({ last: { session: sessionForTest({ end, endedAt: new Date().toISOString() }) } }),
    );
    expect(said[0]).toBe('The live view of maria ended now: its time was up.');
    expect(new Set(said).size).toBe(liveViewEnds.length);
    expect(said.filter((words) => /[A-Z]_[A-Z]|end\./.test(words ?? ''))).toEqual([]);
  });
});
