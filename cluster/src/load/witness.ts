import { randomBytes, randomUUID } from 'node:crypto';
import {
  noticeHash,
  noticeLanguage,
  noticeVersion,
  savePasscodes,
  type Capability,
  type DeviceFacts,
} from '@fairwatch/contract';
import {
  createNodeDevice,
  join,
  type ConnectionState,
  type DeviceClient,
  type NodeDeviceOptions,
  type Vitals,
} from '@fairwatch/device';
import type { Balancer } from '../parts/balancers.ts';
import type { Cluster } from '../core/cluster.ts';
import { until } from '../core/own-processes.ts';

const facts: DeviceFacts = {
  name: 'Witness',
  model: 'Model',
  osName: 'Android',
  osVersion: '16',
  appName: 'Fairwatch',
  appVersion: '1.0.20',
};
const vitals: Vitals = {
  batteryPercent: 80,
  charging: false,
  network: 'WIFI',
  appVersion: facts.appVersion,
  noticeShown: true,
};
const shared: readonly Capability[] = ['CONTACTS', 'FILES', 'APPS'];
const connectWithinMs = 60_000;
const rowsPerAnswer = 7;

/** A device that has joined. */
export interface Joined {
  deviceId: number;
  token: string;
}

/** The real device client, which notes how often it has carried out each command. */
export interface Witness extends Joined {
  client: DeviceClient;
  /** How often each command was carried out, by its id. */
  applied: ReadonlyMap<number, number>;
  /** How many rows each of its answers has. All rows of one answer have the same name. */
  rows: number;
  isConnected(): boolean;
  untilConnected(withinMs?: number): Promise<number>;
}

/** Where devices join: at a balancer, or at a single server. */
type Door = Pick<Cluster, 'call'> & { balancer: Pick<Balancer, 'url'> };

/** Joins over HTTP through the balancer, as a person does with a passcode. */
export async function joinDevice(cluster: Door, capabilities: readonly Capability[] = shared): Promise<Joined> {
  const { envelope } = await cluster.call(savePasscodes, { count: 1 });
  const passcode = envelope.data[0]?.otpCode ?? '';
  const { deviceId, token } = await join(cluster.balancer.url, {
    passcode,
    deviceUniqueUUID: randomUUID(),
    person: { username: `witness-${randomBytes(5).toString('hex')}`, email: 'witness@example.org' },
    facts,
    consent: {
      noticeVersion,
      noticeHash: await noticeHash(),
      language: noticeLanguage,
      capabilities: [...capabilities],
    },
  });
  return { deviceId, token };
}

/** Starts the real client of a device that has joined. */
export function startWitness(
  url: string,
  joined: Joined,
  options: Partial<NodeDeviceOptions> = {},
  capabilities: readonly Capability[] = shared,
): Witness {
  const applied = new Map<number, number>();
  let state: ConnectionState = 'connecting';
  const client = createNodeDevice({
    serverUrl: url,
    token: joined.token,
    facts,
    granted: () => capabilities,
    vitals: () => vitals,
    log: () => undefined,
    onConnection: (now) => (state = now),
    collectors: {
      contacts: async (work) => {
        const commandId = work?.commandId ?? 0;
        applied.set(commandId, (applied.get(commandId) ?? 0) + 1);
        return contactsOf(`command ${commandId}`);
      },
    },
    ...options,
  });
  client.start();
  const isConnected = () => state === 'connected';
  return {
    ...joined,
    client,
    applied,
    rows: rowsPerAnswer,
    isConnected,
    untilConnected: (withinMs = connectWithinMs) => until('the witness is connected', withinMs, isConnected),
  };
}

/** Joins several devices and starts their clients, through the balancer. */
export async function startWitnesses(cluster: Door, count: number): Promise<Witness[]> {
  const witnesses: Witness[] = [];
  for (let place = 0; place < count; place += 1) {
    witnesses.push(startWitness(cluster.balancer.url, await joinDevice(cluster)));
  }
  await Promise.all(witnesses.map((witness) => witness.untilConnected()));
  return witnesses;
}

function contactsOf(name: string) {
  return Array.from({ length: rowsPerAnswer }, (_, place) => ({
    key: String(place),
    name,
    phoneNumber: `+1 202 555 0${place}`,
    email: `${place}@example.org`,
    address: '1 Elm Grove, York',
  }));
}
