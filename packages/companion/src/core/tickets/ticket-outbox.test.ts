import type { TicketMessage } from '@fairwatch/contract';
import { UploadRefused, type DeviceClient } from '@fairwatch/device/core';
import { expect, it, vi } from 'vitest';
import type { OutgoingFile } from './saved-tickets.ts';
import { createTicketOutbox } from './ticket-outbox.ts';

function createParts() {
  let files: readonly OutgoingFile[] = [];
  const line = { isConnected: true };
  const sent: unknown[] = [];
  const attach = vi.fn<DeviceClient['ticketFiles']['attach']>(
    async (ticketId, file) => ({ ticketId, text: file.name }) as TicketMessage,
  );
  const outbox = createTicketOutbox({
    attach,
    isConnected: () => line.isConnected,
    files: () => files,
    setFiles: (next) => void (files = next),
    onSent: (message) => void sent.push(message.text),
  });
  return { outbox, attach, line, sent, files: () => files };
}

const file = (name: string) =>
  ({ ticketId: 1, kind: 'FILE', name, blob: new Blob(['x']), durationMs: null, peaks: [] }) as const;

it('sends files one after the other, and forgets what the server has', async () => {
  const { outbox, sent, files } = createParts();
  outbox.add(file('a.png'));
  outbox.add(file('b.png'));
  await vi.waitFor(() => expect(sent).toEqual(['a.png', 'b.png']));
  await vi.waitFor(() => expect(files()).toEqual([]));
});

it('keeps files without a connection and sends them under the same id later', async () => {
  const { outbox, attach, line, sent, files } = createParts();
  line.isConnected = false;
  outbox.add(file('a.png'));
  expect(files()).toMatchObject([{ name: 'a.png', state: 'waiting' }]);
  const id = files()[0]?.clientId;
  line.isConnected = true;
  attach.mockImplementationOnce(async () => {
    line.isConnected = false;
    throw new TypeError('network');
  });
  outbox.connected();
  await vi.waitFor(() => expect(attach).toHaveBeenCalledTimes(1));
  await vi.waitFor(() => expect(files()).toMatchObject([{ state: 'waiting', clientId: id }]));
  line.isConnected = true;
  outbox.connected();
  await vi.waitFor(() => expect(sent).toEqual(['a.png']));
  expect(attach.mock.calls.map(([, sentFile]) => sentFile.clientId)).toEqual([id, id]);
});

it('says why the server refuses a file, and goes on with the next', async () => {
  const { outbox, attach, sent, files } = createParts();
  attach.mockRejectedValueOnce(new UploadRefused('This kind of file cannot be sent.', 'unknown_file_type' as never));
  outbox.add(file('a.exe'));
  outbox.add(file('b.png'));
  await vi.waitFor(() => expect(sent).toEqual(['b.png']));
  await vi.waitFor(() => expect(files()).toMatchObject([{ name: 'a.exe', state: 'failed' }]));
  expect(files()[0]?.problem).toBe('This kind of file cannot be sent.');
  outbox.discard(files()[0]?.clientId ?? '');
  expect(files()).toEqual([]);
});

it('says so when a file does not get through although the server is connected, and tries again when asked', async () => {
  const { outbox, attach, sent, files } = createParts();
  attach.mockRejectedValueOnce(new TypeError('The file could not be read.'));
  outbox.add(file('a.png'));
  await vi.waitFor(() => expect(files()).toMatchObject([{ state: 'failed', problem: 'The file could not be read.' }]));
  outbox.retry(files()[0]?.clientId ?? '');
  await vi.waitFor(() => expect(sent).toEqual(['a.png']));
});
