import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { notifyApprovalChange, waitForApproval } from './approval-wait.ts';

const approval = { mine: true, deviceId: 7, capability: 'CAMERA', action: 'COMMAND', state: 'AGREED' };
const server = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.stubGlobal('fetch', server);
  server.mockImplementation(async () =>
    Response.json({ securityStatus: 'PLAINTEXT', data: [approval], meta: { has_error: false, message: [] } }),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  server.mockReset();
});

it('a command waits until a second admin agrees', async () => {
  const waiting = waitForApproval(7, 'CAMERA');
  notifyApprovalChange();
  expect(await waiting).toBe(true);
});

it('a command whose caller gives up is not sent: the wait ends at once, and nothing is asked', async () => {
  const page = new AbortController();
  const waiting = waitForApproval(7, 'CAMERA', page.signal);
  const gone = new Error('The page is gone.');
  page.abort(gone);
  await expect(waiting).rejects.toBe(gone);
  await expect(waitForApproval(7, 'CAMERA', page.signal)).rejects.toBe(gone);
  notifyApprovalChange();
  expect(server).not.toHaveBeenCalled();
});
