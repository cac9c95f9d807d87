import { setTimeout as delay } from 'node:timers/promises';
import {
  captureKinds,
  commandParams,
  commandTypes,
  featureOfCommand,
  fileProblem,
  isFinalStep,
  offersWithout,
  type CommandType,
  type DeviceFrame,
  type FileProblem,
  type StepType,
} from '@fairwatch/contract';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { storableJson } from '../../core/storable-text.ts';
import { joinDevice, RawDevice } from '../../testing/test-device.ts';
import { broken } from './broken-input.ts';
import type { FuzzJob } from './fuzz-job.ts';
import type { FuzzWorld } from './fuzz-world.ts';
import { inputsOf } from './valid-input.ts';
import { toJson } from './wire-bodies.ts';

/** A command's parameters and the rows that the device answers. */
interface Exchange {
  params: unknown;
  rows: unknown;
  /** The files that the device says have failed. */
  problems: FileProblem[];
}

/** The timeout of a command. The server normally writes its steps within milliseconds. */
const endsWithinMs = 60_000;
const pollMs = 10;

/** A job for each command type: a device answers with valid and with mutated rows. */
export function answerJobs(world: FuzzWorld): FuzzJob[] {
  return commandTypes.map((type) => {
    const device = createAnsweringDevice(world, type);
    return {
      name: `answer ${type}`,
      inputs: exchangesOf(world, type),
      send: (input) => device.answer(input as Exchange),
    };
  });
}

function exchangesOf({ known }: FuzzWorld, type: CommandType): fc.Arbitrary<Exchange> {
  const record = featureOfCommand(type)?.record;
  const data = record ? inputsOf(record, { ...known, id: [] }) : fc.jsonValue();
  const row = fc
    .tuple(fc.string({ minLength: 1, maxLength: 20 }), data)
    .map(([key, fields]) => Object.assign({ key }, fields));
  const rows = fc.array(row, { minLength: 1, maxLength: 4 });
  return fc.record({
    params: inputsOf(commandParams[type], known),
    rows: fc.oneof({ weight: 3, arbitrary: rows }, { weight: 2, arbitrary: broken(rows) }),
    problems: fc.array(inputsOf(fileProblem, known), { maxLength: 3 }) as fc.Arbitrary<FileProblem[]>,
  });
}

function createAnsweringDevice({ server }: FuzzWorld, type: CommandType) {
  const { db, bus } = server.services;
  const connected = lazily(async () => {
    const device = await joinDevice(server);
    const raw = new RawDevice(server);
    await raw.hello(device.token, { offers: offersWithout({}) });
    return { ...device, raw };
  });

  async function request(deviceId: number, params: unknown): Promise<number> {
    const { rows } = await sql<{ id: number }>`
      insert into commands (device_id, command_type, requested_by, expires_at, params)
      values (${deviceId}, ${type}, ${server.admin.userId}, now() + interval '1 hour', ${storableJson(params)}::jsonb)
      returning id`.execute(db);
    bus.publish('commandQueued', { deviceId });
    return rows[0]?.id ?? 0;
  }

  async function stepOf(commandId: number): Promise<StepType> {
    const found = await sql<{ step: StepType }>`select step from commands where id = ${commandId}`.execute(db);
    return found.rows[0]?.step ?? 'CANCELLED';
  }

  async function endOf(commandId: number): Promise<StepType | null> {
    for (let waited = 0; waited < endsWithinMs; waited += pollMs) {
      const step = await stepOf(commandId);
      if (isFinalStep(step)) return step;
      await delay(pollMs);
    }
    return null;
  }

  return {
    async answer({ params, rows, problems }: Exchange): Promise<string> {
      const { deviceId, raw } = await connected();
      const commandId = await request(deviceId, params);
      for (let told = 0; told !== commandId;) told = (await raw.next('command')).commandId;
      const say = (frame: object) => raw.socket.send(toJson(frame));
      say({ type: 'accepted', commandId } satisfies DeviceFrame);
      for (const phase of isCapture(type) ? ['COUNTDOWN', 'RECORDING'] : []) {
        say({ type: 'progress', commandId, percent: 50, phase });
      }
      say({ type: 'rows', commandId, batch: 0, rows });
      say({ type: 'result', commandId, batches: 1, problems } satisfies DeviceFrame);
      const step = await endOf(commandId);
      raw.frames.length = 0;
      if (step === null) throw new Error('The command did not end.');
      return step;
    },
  };
}

function isCapture(type: CommandType): boolean {
  return (Object.values(captureKinds) as CommandType[]).includes(type);
}

function lazily<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => (made ??= make());
}
