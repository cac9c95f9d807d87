import {
  cancelCommand,
  cdnList,
  contacts,
  endDevice,
  fileHistory,
  files,
  limits,
  receiveFiles,
  sendFile,
  type Capability,
} from '@fairwatch/contract';
import { DeviceClient } from '../core/client/device-client.ts';
import type { CommandEvent } from '../core/commands/command-runner.ts';
import type { DeviceClientOptions } from '../core/client/device-options.ts';
import type { OpenSocket } from '../core/connection/device-socket.ts';
import type { RowOf } from '../core/commands/handlers.ts';
import type { ConnectionState } from '../core/connection/link.ts';
import { folderActs, type SharedFolder } from '../core/commands/shared-folder.ts';
import { expectSame, ScenarioAdmin, scenarioFacts, until } from './scenario-admin.ts';

/** What the suite of the device core needs: a real server behind a proxy that can cut connections, and the platform's socket. */
export interface ScenarioSetup {
  /** The address of the proxy in front of the server. */
  serverUrl: string;
  adminToken: string;
  openSocket: OpenSocket;
  line: {
    /** Cuts every connection that is open now. */
    cutAll(): Promise<void> | void;
    /** Cuts the connection that carries so many more bytes towards the server, or back. */
    cutAfter(bytes: number): Promise<void> | void;
    cutAnswerAfter(bytes: number): Promise<void> | void;
    /** How often it was cut. */
    countCuts(): Promise<number> | number;
  };
}

const vitals = {
  batteryPercent: null,
  charging: null,
  network: null,
  appVersion: '1.0.20',
  noticeShown: true,
} as const;
const megabyte = 1024 * 1024;

/** Lets a device join and starts it; it is stopped when the scenario is over. */
async function startDevice(
  { serverUrl, adminToken, openSocket }: ScenarioSetup,
  capabilities: Capability[],
  options: Partial<DeviceClientOptions> = {},
) {
  const admin = new ScenarioAdmin(serverUrl, adminToken);
  const { deviceId, token } = await admin.join(...capabilities);
  const states: ConnectionState[] = [];
  const events: CommandEvent[] = [];
  const connect = (more: Partial<DeviceClientOptions> = {}) => {
    const client = new DeviceClient({
      serverUrl,
      token,
      facts: scenarioFacts,
      platform: 'BROWSER',
      granted: () => capabilities,
      collectors: {},
      vitals: () => vitals,
      log: () => undefined,
      onConnection: (state) => void states.push(state),
      onCommand: (event) => void events.push(event),
      openSocket,
      ...options,
      ...more,
    });
    client.start();
    return client;
  };
  const client = connect();
  await until(() => expectSame(states.at(-1), 'connected'));
  return {
    admin,
    deviceId,
    client,
    states,
    events,
    connect,
    [Symbol.asyncDispose]: () => client.stop(),
  };
}

const contact = (key: number) => ({
  key: String(key),
  name: `Name ${key}`,
  phoneNumber: '+1 202 555 0100',
  email: '',
  address: '',
});

/** Bytes that a server takes for a film. */
function film(size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  for (let place = 0; place < size; place += 1) bytes[place] = (place * 31 + (place >> 8)) % 251;
  bytes.set(new TextEncoder().encode('\0\0\0\u0018ftypmp42'));
  return bytes;
}

function fileRow(name: string, size: number): RowOf<'files'> {
  const modifiedAt = '2026-11-01T08:00:00.000Z';
  return { key: name, parent: '', name, folder: false, size, mimeType: 'video/mp4', modifiedAt };
}

/** A shared folder of blobs, as a browser has it. */
function blobFolder(kept: Map<string, Blob>): SharedFolder {
  return {
    list: async () => Array.from(kept, ([name, { size }]) => fileRow(name, size)),
    async open(path) {
      const blob = kept.get(path);
      if (!blob) throw new Error('There is no such file.');
      return { mimeType: 'video/mp4', blob };
    },
    async begin(_, name) {
      const parts: Uint8Array<ArrayBuffer>[] = [];
      return {
        write: async (bytes) => void parts.push(new Uint8Array(bytes)),
        async keep() {
          const blob = new Blob(parts);
          kept.set(name, blob);
          return fileRow(name, blob.size);
        },
        discard: async () => undefined,
      };
    },
    create: async (parent, name) => ({ ...fileRow(name, 0), parent, folder: true }),
    rename: async () => undefined,
    remove: async () => undefined,
  };
}

/** What every client of the core must do, over any socket and on any platform. Each scenario throws when it does not. */
export const coreScenarios: Readonly<Record<string, (setup: ScenarioSetup) => Promise<void>>> = {
  async 'answers a command with rows in several batches'(setup) {
    const count = limits.device.rowsPerBatch * 2 + 1;
    const collectors = { contacts: async () => Array.from({ length: count }, (_, key) => contact(key)) };
    await using device = await startDevice(setup, ['CONTACTS'], { collectors });
    const { admin, deviceId, events, states } = device;
    await admin.call(contacts.update, { deviceId });
    await admin.ended(contacts.history, deviceId, 'DONE');
    const stored = await admin.call(contacts.list, { deviceId, search: `Name ${count - 1}` });
    expectSame(stored.length, 1);
    expectSame(
      events.map(({ state, rows }) => [state, rows ?? null]),
      [
        ['started', null],
        ['done', count],
      ],
    );
    expectSame(states, ['connecting', 'connected']);
  },

  async 'sends an answer that is larger than what the line takes at once'(setup) {
    const address = 'x'.repeat(200);
    const rows = Array.from({ length: 6000 }, (_, key) => ({ ...contact(key), address }));
    await using device = await startDevice(setup, ['CONTACTS'], { collectors: { contacts: async () => rows } });
    const { admin, deviceId } = device;
    await admin.call(contacts.update, { deviceId });
    await admin.ended(contacts.history, deviceId, 'DONE');
    for (const key of [0, 5999]) {
      expectSame((await admin.call(contacts.list, { deviceId, search: `Name ${key}` })).length > 0, true);
    }
  },

  async 'sends a blob in pieces, and goes on where the line broke'(setup) {
    const size = 7 * megabyte + 3;
    const folder = blobFolder(new Map([['Film.mp4', new Blob([film(size)])]]));
    const acts = folderActs(folder);
    await using device = await startDevice(setup, ['FILES'], { collectors: { files: folder.list }, acts });
    const { admin, deviceId } = device;
    await admin.call(files.update, { deviceId });
    await admin.ended(files.history, deviceId, 'DONE');
    const before = await setup.line.countCuts();
    await setup.line.cutAfter(4 * megabyte);
    await admin.call(sendFile, { deviceId, path: 'Film.mp4' });
    await until(async () => {
      const { commandTypeEnum } = await admin.ended(fileHistory, deviceId, 'DONE');
      expectSame(commandTypeEnum, 'SEND_FILE');
    });
    expectSame((await setup.line.countCuts()) - before, 1);
    const [stored] = await admin.call(cdnList, { deviceId });
    expectSame([stored?.fileName, stored?.fileSize], ['Film.mp4', size]);
  },

  async 'fetches a file, and goes on where the line broke'(setup) {
    const kept = new Map<string, Blob>();
    const folder = blobFolder(kept);
    const acts = folderActs(folder);
    await using device = await startDevice(setup, ['FILES'], { collectors: { files: folder.list }, acts });
    const { admin, deviceId } = device;
    const bytes = film(5 * megabyte);
    const { id } = await admin.store(deviceId, 'Film.mp4', bytes);
    const before = await setup.line.countCuts();
    await setup.line.cutAnswerAfter(2 * megabyte);
    await admin.call(receiveFiles, { deviceId, folder: '', files: [{ id, name: 'Film.mp4' }] });
    await admin.ended(fileHistory, deviceId, 'DONE');
    expectSame((await setup.line.countCuts()) - before, 1);
    const received = new Uint8Array((await kept.get('Film.mp4')?.arrayBuffer()) ?? new ArrayBuffer());
    expectSame([received.length, received.every((byte, place) => byte === bytes[place])], [bytes.length, true]);
  },

  async 'stops a command that is cancelled'(setup) {
    const collectors = { contacts: () => new Promise<never>(() => undefined) };
    await using device = await startDevice(setup, ['CONTACTS'], { collectors });
    const { admin, deviceId, events } = device;
    const { id } = await admin.call(contacts.update, { deviceId });
    await until(() => expectSame(events.at(-1)?.state, 'started'));
    await admin.call(cancelCommand, { deviceId, commandId: id });
    await until(() => expectSame(events.at(-1)?.state, 'cancelled'));
    expectSame(events.at(-1)?.signal.aborted, true);
  },

  async 'lets its person decline a command'(setup) {
    const collectors = { contacts: async () => [contact(1)] };
    await using device = await startDevice(setup, ['CONTACTS'], { collectors, approve: async () => 'decline' });
    const { admin, deviceId } = device;
    await admin.call(contacts.update, { deviceId });
    const { errorDetails } = await admin.ended(contacts.history, deviceId, 'DECLINED');
    expectSame(errorDetails, 'The person declined.');
  },

  async 'pauses at once, and shares again afterwards'(setup) {
    const collectors = { contacts: async () => [contact(1)] };
    await using device = await startDevice(setup, ['CONTACTS'], { collectors });
    const { admin, deviceId, client } = device;
    expectSame((await client.pause()).paused, true);
    const refused = await admin.call(contacts.update, { deviceId }).catch(({ message }: Error) => message);
    expectSame(refused, 'The person using this device has paused sharing.');
    expectSame((await client.resume()).paused, false);
    await admin.call(contacts.update, { deviceId });
    await admin.ended(contacts.history, deviceId, 'DONE');
  },

  async 'comes back when the line broke, and does what was asked meanwhile'(setup) {
    const collectors = { contacts: async () => [contact(1)] };
    await using device = await startDevice(setup, ['CONTACTS'], { collectors });
    const { admin, deviceId, client, states } = device;
    await setup.line.cutAll();
    await until(() => expectSame(states[2], 'waiting'));
    client.reconnectNow();
    await until(() => expectSame(states.slice(3), ['connecting', 'connected']));
    await admin.call(contacts.update, { deviceId });
    await admin.ended(contacts.history, deviceId, 'DONE');
  },

  async 'stops when another connection with its token takes its place'(setup) {
    await using device = await startDevice(setup, ['CONTACTS']);
    const other = device.connect({ onConnection: () => undefined });
    expectSame(await device.client.ended, 'replaced');
    expectSame(device.states.at(-1), 'ended');
    await other.stop();
  },

  async 'ends when an admin ends it, and tells its person who and why'(setup) {
    const told: string[] = [];
    const onEnded: DeviceClientOptions['onEnded'] = ({ reason }) => void told.push(reason);
    await using device = await startDevice(setup, ['CONTACTS'], { onEnded });
    const { admin, deviceId, client } = device;
    await admin.call(endDevice, { deviceId, reason: 'The phone was returned.' });
    expectSame(await client.ended, 'ended');
    expectSame(told, ['The phone was returned.']);
  },

  async 'leaves when its person wants to'(setup) {
    await using device = await startDevice(setup, ['CONTACTS']);
    await device.client.leave();
    expectSame(await device.client.ended, 'left');
  },
};

/** Keeps a device connected by its heartbeats alone, for longer than the server's timeout. */
export async function stayConnectedInSilence(setup: ScenarioSetup): Promise<void> {
  await using device = await startDevice(setup, []);
  const since = Date.now();
  await until(() => expectSame(Date.now() - since > limits.device.silentAfterMs * 1.2, true));
  expectSame(device.states, ['connecting', 'connected']);
}
