import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  capabilityNames,
  contacts,
  deviceSocketPath,
  deviceSummary,
  limits,
  noticeHash,
  noticeLanguage,
  noticeVersion,
  type Capability,
  type Command,
  type Device,
  type DeviceFacts,
  type DeviceFrame,
  type GatewayFrame,
  type Ground,
  type StepType,
} from '@fairwatch/contract';
import {
  createNodeDevice,
  join,
  type DeviceClient,
  type JoinRequest,
  type NodeDeviceOptions,
  type Vitals,
} from '@fairwatch/device';
import { expect, vi } from 'vitest';
import { WebSocket } from 'ws';
import { createPasscodes } from '../modules/devices/passcodes/passcodes.store.ts';
import type { Services } from '../shared/services/services.ts';
import type { TestAdmin, TestServer } from './servers/test-server.ts';

/** An enrolled device. */
export interface TestDevice {
  deviceId: number;
  token: string;
  username: string;
}

export const testFacts: DeviceFacts = {
  name: "Test's Pixel 9",
  model: 'Google Pixel 9',
  osName: 'Android',
  osVersion: '16',
  appName: 'Fairwatch',
  appVersion: '1.0.20',
};

/** The vitals that a test device reports with each heartbeat. */
export const testVitals: Vitals = {
  batteryPercent: 80,
  charging: false,
  network: 'WIFI',
  appVersion: testFacts.appVersion,
  noticeShown: true,
};

/** The enrolment request of a person. */
export async function joinRequest(
  passcode: string,
  capabilities: readonly Capability[] = capabilityNames,
  ground?: Ground,
) {
  const request: JoinRequest & { person: { username: string } } = {
    passcode,
    deviceUniqueUUID: randomUUID(),
    person: { username: `person-${randomBytes(5).toString('hex')}`, email: 'person@example.com' },
    facts: testFacts,
    consent: {
      noticeVersion,
      noticeHash: await noticeHash(ground),
      language: noticeLanguage,
      capabilities: [...capabilities],
    },
  };
  return request;
}

interface Joining {
  /** The admin who created the passcode and gets the device; by default the SUPER_ADMIN. */
  ownerId?: number;
  capabilities?: readonly Capability[];
  username?: string;
  /** The ground of the passcode. */
  ground?: Ground;
  facts?: Partial<DeviceFacts>;
}

/** Enrols a device over HTTP, as a phone does. */
export async function joinDevice(
  server: Pick<TestServer, 'url'> & { services: Pick<Services, 'db'>; admin: Pick<TestAdmin, 'userId'> },
  joining: Joining = {},
): Promise<TestDevice> {
  const ownerId = joining.ownerId ?? server.admin.userId;
  const [passcode = ''] = await createPasscodes(server.services.db, ownerId, 1, joining.ground);
  const request = await joinRequest(passcode, joining.capabilities, joining.ground);
  if (joining.username) request.person.username = joining.username;
  request.facts = { ...request.facts, ...joining.facts };
  return { ...(await join(server.url, request)), username: request.person.username };
}

export type TestDeviceOptions = Pick<NodeDeviceOptions, 'collectors'> & Partial<NodeDeviceOptions>;

/** Starts the real device client with the test's data. The caller stops it. */
export function startDevice(
  server: Pick<TestServer, 'url'>,
  device: Pick<TestDevice, 'token'>,
  options: TestDeviceOptions,
): DeviceClient {
  const client = createNodeDevice({
    serverUrl: server.url,
    token: device.token,
    facts: testFacts,
    granted: () => capabilityNames,
    vitals: () => testVitals,
    log: () => undefined,
    ...options,
  });
  client.start();
  return client;
}

type Hello = Extract<DeviceFrame, { type: 'hello' }>;

/** The ping interval, well below the server's timeout. */
const pingEveryMs = limits.device.silentAfterMs / 5;

/** A device socket on which the test sends every frame itself, valid or not. */
export class RawDevice {
  readonly socket: WebSocket;
  readonly frames: GatewayFrame[] = [];
  readonly closed: Promise<number>;
  readonly opened: Promise<void>;
  #pinging: NodeJS.Timeout | undefined;
  /** The commands that `next` has returned. */
  readonly #commands = new Set<number>();

  constructor({ url }: Pick<TestServer, 'url'>, headers: Record<string, string> = {}) {
    this.socket = new WebSocket(new URL(deviceSocketPath, url.replace('http', 'ws')), { headers });
    this.closed = new Promise((resolve) => this.socket.once('close', resolve));
    this.opened = new Promise((resolve) => this.socket.once('open', () => resolve()));
    this.socket.on('message', (data) => void this.frames.push(JSON.parse(String(data)) as GatewayFrame));
    this.socket.on('error', () => undefined);
    this.socket.once('close', () => clearInterval(this.#pinging));
  }

  send(frame: DeviceFrame): void {
    this.socket.send(JSON.stringify(frame));
  }

  /** Sends the hello frame with optional extra fields; resolves with the welcome frame. */
  async hello(token: string, more: Partial<Hello> = {}): Promise<Extract<GatewayFrame, { type: 'welcome' }>> {
    await this.opened;
    this.send({ type: 'hello', token, facts: testFacts, ...more });
    const welcome = await this.next('welcome');
    // Keeps the connection alive on slow machines.
    this.#pinging = setInterval(() => this.socket.ping(), pingEveryMs).unref();
    return welcome;
  }

  /** Simulates a suspended process: the connection stays open, but nothing is read or written. */
  freeze(): void {
    clearInterval(this.#pinging);
    this.socket.pause();
  }

  /**
   * Waits for the next frame of a type and removes it from the queue. A command comes once: one that is queued while the device connects is
   * sent twice over the same connection.
   */
  async next<Type extends GatewayFrame['type']>(type: Type): Promise<Extract<GatewayFrame, { type: Type }>> {
    for (;;) {
      const place = this.frames.findIndex((frame) => frame.type === type);
      if (place >= 0) {
        const [frame] = this.frames.splice(place, 1);
        if (frame?.type === 'command') {
          if (this.#commands.has(frame.commandId)) continue;
          this.#commands.add(frame.commandId);
        }
        return frame as Extract<GatewayFrame, { type: Type }>;
      }
      const closed = this.closed.then((code) => {
        throw new Error(`Closed with ${code} before a ${type} frame came.`);
      });
      await Promise.race([once(this.socket, 'message'), closed]);
    }
  }
}

const patience = { interval: 20 };

/** Waits until the device list shows this status. */
export async function awaitStatus(
  server: Pick<TestServer, 'api'>,
  deviceId: number,
  status: Device['status'],
): Promise<void> {
  await vi.waitFor(async () => {
    const { envelope } = await server.api(deviceSummary, { deviceId });
    expect(envelope.data.status).toBe(status);
  }, patience);
}

/** Waits until the device's latest Update of contacts has this step. */
export async function awaitStep(server: Pick<TestServer, 'api'>, deviceId: number, step: StepType): Promise<Command> {
  return await vi.waitFor(async () => {
    const { envelope } = await server.api(contacts.history, { deviceId, pageSize: 1 });
    const [command] = envelope.data;
    expect(command?.stepType).toBe(step);
    return command as Command;
  }, patience);
}

/** A contact row as a device sends it. */
export function testContact(key: string, name = `Name ${key}`) {
  return { key, name, phoneNumber: `+1 202 555 0${key}`, email: `${key}@example.com`, address: '1 Elm Grove, York' };
}

/** The names of a device's stored contacts, in the order of the list. */
export async function contactNames(server: TestServer, deviceId: number): Promise<string[]> {
  const { envelope } = await server.api(contacts.list, { deviceId, pageSize: 500 });
  return envelope.data.map(({ name }) => name);
}
