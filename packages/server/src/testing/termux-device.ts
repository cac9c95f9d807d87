import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  deviceList,
  isFinalStep,
  type Access,
  type Command,
  type DeviceFeature,
  type Endpoint,
  type InputOf,
} from '@fairwatch/contract';
import {
  createTermuxPhone,
  furnish,
  joinInTerminal,
  type RunningProgram,
  type TermuxPhone,
} from '@fairwatch/termux/testing';
import type { z } from 'zod/mini';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import type { TestServer } from './servers/test-server.ts';
import { awaitStatus } from './test-device.ts';
import { createPasscodes } from '../modules/devices/passcodes/passcodes.store.ts';

/** The endpoints that list the commands of one kind. */
interface Lister {
  deviceId: number;
  pageSize?: number | undefined;
}
type History = Endpoint<z.ZodMiniType<unknown, Lister>, DeviceFeature['history']['output'], Access, true>;
/** An endpoint that gives a command to a device. */
type Asking = Endpoint & { output: DeviceFeature['update']['output'] };

/** A phone with the Termux companion: the real program with fake programs of Termux:API, joined to a test server. */
export interface TermuxDevice {
  phone: TermuxPhone;
  /** The program that holds the connection. */
  program: RunningProgram;
  deviceId: number;
  /** Gives it a command; resolves with the id of the command. */
  ask<E extends Asking>(endpoint: E, input: Omit<InputOf<E>, 'deviceId'>): Promise<number>;
  /** Waits until a command has ended. */
  ended(history: History, commandId: number): Promise<Command>;
  /** Asks for one kind of data, and waits until that has ended. */
  update(feature: Pick<DeviceFeature, 'update' | 'history'>): Promise<Command>;
  /** Every row of one kind, as an admin reads it. */
  rows<Feature extends Pick<DeviceFeature, 'list'>>(feature: Feature): Promise<Record<string, unknown>[]>;
}

/** Joins such a phone before all tests of a file, with everything shared that it can share, and ends it afterwards. */
export function useTermuxDevice(server: TestServer): TermuxDevice {
  const device = {} as TermuxDevice;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'fairwatch-termux-'));
    const phone = createTermuxPhone(path.join(folder, 'phone'));
    device.phone = phone;
    furnish(phone);
    const [passcode = ''] = await createPasscodes(server.services.db, server.admin.userId, 1);
    const link = `${server.url}/companion/join#${passcode}`;
    const program = await joinInTerminal(phone, { link, username: 'tara.termux' });
    const deviceId = await findDevice(server, 'tara.termux');
    Object.assign(device, { deviceId, program, ...createCalls(server, deviceId) });
    await awaitStatus(server, deviceId, 'Online');
  });
  afterAll(async () => {
    await device.phone?.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  return device;
}

async function findDevice(server: TestServer, search: string): Promise<number> {
  const { envelope } = await server.api(deviceList, { search });
  return envelope.data[0]?.id ?? 0;
}

function createCalls(server: TestServer, deviceId: number) {
  const calls: Pick<TermuxDevice, 'ask' | 'ended' | 'update' | 'rows'> = {
    async ask(endpoint, input) {
      const answer = await server.api(endpoint, { deviceId, ...input } as InputOf<typeof endpoint>);
      expect(answer.error).toBe('');
      return (answer.envelope.data as Command).id;
    },

    async ended(history, commandId) {
      return await vi.waitFor(
        async () => {
          const { envelope } = await server.api(history, { deviceId, pageSize: 20 });
          const found = envelope.data.find(({ id }) => id === commandId);
          expect(isFinalStep(found?.stepType ?? 'QUEUED')).toBe(true);
          return found as Command;
        },
        { interval: 50 },
      );
    },

    async update({ update, history }) {
      return await calls.ended(history, await calls.ask(update, {}));
    },

    async rows({ list }) {
      return (await server.api(list, { deviceId, pageSize: 500 })).envelope.data;
    },
  };
  return calls;
}
