import { setTimeout as delay } from 'node:timers/promises';
import { contacts } from '@fairwatch/contract';
import type { DeviceClient } from '@fairwatch/device';
import { awaitStep, joinDevice, RawDevice, startDevice, testContact, type TestDevice } from '../test-device.ts';
import type { KillableServer } from './killable-server.ts';

/** A device whose expected rows are known. */
export interface Witness {
  device: TestDevice;
  /** The number of rows in each of its answers. */
  rows: number;
  client: DeviceClient | null;
}

/** The commands whose request was answered with 200, which must not be lost. */
export interface Acknowledged {
  ids: number[];
}

const pressEveryMs = 50;

/** Rows with the same name, so that a mix of two answers can be detected. */
function book(rows: number, name: string) {
  return Array.from({ length: rows }, (_, place) => testContact(String(place), name));
}

/** Starts the real device client. Each answer has rows with a new name. */
export function revive(server: KillableServer, witness: Witness): void {
  let times = 0;
  witness.client = startDevice(server, witness.device, {
    collectors: { contacts: async () => book(witness.rows, `answer ${(times += 1)}`) },
  });
}

/** Requests an Update and records it when it was acknowledged. Failures are ignored. */
async function press(server: KillableServer, { device }: Witness, acknowledged: Acknowledged): Promise<void> {
  try {
    const { status, envelope } = await server.api(contacts.update, { deviceId: device.deviceId });
    if (status === 200) acknowledged.ids.push(envelope.data.id);
  } catch {
    // The server is down.
  }
}

/** Requests Updates continuously from devices with one row and with several batches, until stopped. */
export async function startTraffic(server: KillableServer, acknowledged: Acknowledged) {
  const sizes = [1, 7, 600, 1201];
  const witnesses = await Promise.all(
    sizes.map(async (rows): Promise<Witness> => ({ device: await joinDevice(server), rows, client: null })),
  );
  for (const witness of witnesses) revive(server, witness);
  const stopping = new AbortController();
  const loops = witnesses.map(async (witness) => {
    while (!stopping.signal.aborted) {
      await press(server, witness, acknowledged);
      await delay(pressEveryMs);
    }
  });
  return {
    witnesses,
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

/** Prepares one device in each state that a command can have when the server dies. */
export async function stageStates(server: KillableServer, acknowledged: Acknowledged) {
  const join = async (rows: number): Promise<Witness> => ({ device: await joinDevice(server), rows, client: null });
  const ask = async (witness: Witness) => {
    const { envelope } = await server.api(contacts.update, { deviceId: witness.device.deviceId });
    acknowledged.ids.push(envelope.data.id);
  };
  /** A device whose frames the test sends, with its command. */
  const asked = async (witness: Witness) => {
    const raw = new RawDevice(server);
    await raw.hello(witness.device.token);
    await ask(witness);
    return { raw, commandId: (await raw.next('command')).commandId };
  };
  const reaches = ({ device }: Witness, step: 'QUEUED' | 'SENT' | 'RUNNING') =>
    awaitStep(server, device.deviceId, step);

  const queued = await join(3);
  await ask(queued);
  await reaches(queued, 'QUEUED');

  const sent = await join(3);
  await asked(sent);
  await reaches(sent, 'SENT');

  // The real client keeps its answer until the server is back.
  const running = await join(600);
  const held = Promise.withResolvers<void>();
  running.client = startDevice(server, running.device, {
    collectors: { contacts: () => held.promise.then(() => book(running.rows, 'held')) },
  });
  await ask(running);
  await reaches(running, 'RUNNING');

  const halfway = await join(600);
  const { raw, commandId } = await asked(halfway);
  raw.send({ type: 'accepted', commandId });
  raw.send({ type: 'rows', commandId, batch: 0, rows: book(500, 'lost') });
  await reaches(halfway, 'RUNNING');

  // The server dies while this answer is being stored.
  const answered = await join(2);
  const last = await asked(answered);
  last.raw.send({ type: 'rows', commandId: last.commandId, batch: 0, rows: book(2, 'stored or lost') });
  last.raw.send({ type: 'result', commandId: last.commandId, batches: 1 });

  return {
    witnesses: [queued, sent, running, halfway, answered],
    /** Reconnects all devices. */
    resume() {
      held.resolve();
      for (const witness of [queued, sent, halfway, answered]) revive(server, witness);
    },
  };
}
