import { conversation, messageThreads, type InputOf, type MessageThread } from '@fairwatch/contract';
import type { CheckedRow } from '../../../shared/device-rows/row-table.ts';
import { joinDevice } from '../../../testing/test-device.ts';
import type { TestAdmin, TestServer } from '../../../testing/servers/test-server.ts';
import { messagesTable } from './messages.store.ts';

/** A message of a test. Omitted fields get defaults. */
export interface Given {
  address?: string;
  name?: string;
  body?: string;
  /** Minutes after a fixed noon. */
  at?: number;
  direction?: 'RECEIVED' | 'SENT';
  read?: boolean;
}

const noon = Date.parse('2026-03-01T12:00:00Z');
export const moment = (minutes: number) => new Date(noon + minutes * 60_000).toISOString();
export const mum = '+447700900001';

function row(key: string, given: Given): CheckedRow {
  const { address = mum, name = 'Mum', body = key, at = 0, direction = 'RECEIVED', read = true } = given;
  const checked = messagesTable.checkRow({ key, address, name, body, date: moment(at), direction, read });
  if (typeof checked === 'string') throw new Error(checked);
  return checked;
}

/** A device whose messages a test writes and reads. */
export async function messagesDevice(server: TestServer, owner: TestAdmin) {
  const { deviceId } = await joinDevice(server, { ownerId: owner.userId });
  return {
    deviceId,
    /** Replaces the device's messages, by key. */
    async store(given: Readonly<Record<string, Given>>): Promise<void> {
      const rows = Object.entries(given).map(([key, message]) => row(key, message));
      await messagesTable.applyRows(server.services.db, [{ deviceId, rows }]);
    },
    async threads(input: Partial<InputOf<typeof messageThreads>> = {}): Promise<MessageThread[]> {
      return (await server.api(messageThreads, { deviceId, ...input }, owner.token)).envelope.data;
    },
    async read(input: Omit<InputOf<typeof conversation>, 'deviceId' | 'address'>, address = mum) {
      const { envelope } = await server.api(conversation, { deviceId, address, ...input }, owner.token);
      const { messages, ...rest } = envelope.data;
      return { bodies: messages.map(({ body }) => body), messages, ...rest };
    },
  };
}
