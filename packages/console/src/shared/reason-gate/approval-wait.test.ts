import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { notifyApprovalChange, waitForApproval, waitingCommands } from './approval-wait.ts';

const later = new Date(Date.now() + 60_000).toISOString();
const approval = {
  mine: true,
  deviceId: 7,
  capability: 'CAMERA',
  action: 'COMMAND',
  state: 'AGREED',
  holdsUntil: later,
};
let approvals: object[];
const server = vi.fn<typeof fetch>();

beforeEach(() => {
  approvals = [approval];
  vi.stubGlobal('fetch', server);
  server.mockImplementation(async () =>
    Response.json({ securityStatus: 'PLAINTEXT', data: approvals, meta: { has_error: false, message: [] } }),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  server.mockReset();
});

it('a command waits until a second admin agrees', async () => {
  const waiting = waitForApproval(7, 'CAMERA');
  expect(waitingCommands.get()).toMatchObject([{ deviceId: 7, capability: 'CAMERA' }]);
  notifyApprovalChange(7);
  expect(await waiting).toMatchObject({ state: 'AGREED' });
  expect(waitingCommands.get()).toEqual([]);
});

it('a request that was taken back is not mistaken for the one before it, whose agreement is over', async () => {
  const over = { ...approval, holdsUntil: new Date(Date.now() - 60_000).toISOString() };
  for (approvals of [[], [over]]) {
    const waiting = waitForApproval(7, 'CAMERA');
    notifyApprovalChange(7);
    expect(await waiting).toEqual({ state: 'WITHDRAWN' });
  }
});

it('a command whose page is left is not sent: its wait ends', async () => {
  const waiting = waitForApproval(7, 'CAMERA');
  const left = new Error('You left the page.');
  for (const { giveUp } of waitingCommands.get()) giveUp(left);
  await expect(waiting).rejects.toBe(left);
  expect(waitingCommands.get()).toEqual([]);
});

it('a command whose caller gives up is not sent: the wait ends at once, and nothing is asked', async () => {
  const page = new AbortController();
  const waiting = waitForApproval(7, 'CAMERA', page.signal);
  const gone = new Error('The page is gone.');
  page.abort(gone);
  await expect(waiting).rejects.toBe(gone);
  await expect(waitForApproval(7, 'CAMERA', page.signal)).rejects.toBe(gone);
  notifyApprovalChange(7);
  expect(server).not.toHaveBeenCalled();
});
