import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { deviceFrame } from '@fairwatch/contract';
import * as fc from 'fast-check';
import { joinDevice, RawDevice } from '../../testing/test-device.ts';
import { broken } from './broken-input.ts';
import type { FuzzJob } from './fuzz-job.ts';
import type { FuzzWorld } from './fuzz-world.ts';
import { inputsOf } from './valid-input.ts';
import { toJson } from './wire-bodies.ts';

/** One WebSocket message, text or binary. */
type Message = string | Uint8Array;

/** After this many frames another device is used, because rate limits would ignore further frames. */
const framesPerDevice = 25;

/** The expected close codes. Any other code is a failure. */
const closeCodes: readonly number[] = [1002, 1003, 1007, 1008, 1009, 1013, 4401, 4408, 4409, 4410];

/** A job for each frame type, sent by an authenticated device, and one for frames before authentication. */
export function frameJobs(world: FuzzWorld): FuzzJob[] {
  const afterHello = deviceFrame._zod.def.options.map((option): FuzzJob => {
    const speaker = createSpeaker(world);
    const type = (option._zod.def.shape.type as { _zod: { values: Set<unknown> } })._zod.values.values().next().value;
    return {
      name: `frame ${String(type)}`,
      inputs: messagesOf(inputsOf(option, world.known)),
      send: (input) => speaker.say(input as Message),
    };
  });
  const strangers = {
    name: 'frame before hello',
    inputs: messagesOf(inputsOf(deviceFrame, world.known)),
    send: (input: unknown) => sayAsStranger(world, input as Message),
  };
  return [...afterHello, strangers];
}

function messagesOf(frames: fc.Arbitrary<unknown>): fc.Arbitrary<Message> {
  return fc.oneof(
    { weight: 5, arbitrary: frames.map(toJson) },
    { weight: 5, arbitrary: broken(frames).map(toJson) },
    { weight: 1, arbitrary: fc.oneof(fc.string({ unit: 'binary' }), fc.uint8Array()) },
  );
}

function createSpeaker({ server, known }: FuzzWorld) {
  let speaking: { raw: RawDevice; ticketId: number; said: number } | null = null;
  const foreignTicket = new RegExp(`"ticketId":${known['ticketId']?.[0]}\\b`);

  async function connected() {
    if (speaking !== null && speaking.said < framesPerDevice) return speaking;
    speaking?.raw.socket.terminate();
    const device = await joinDevice(server);
    const raw = new RawDevice(server);
    await raw.hello(device.token);
    raw.send({
      type: 'ticket-open',
      clientId: randomUUID(),
      title: 'Help',
      description: 'Now',
      category: 'OTHER',
      priority: 'LOW',
    });
    const { ticketId } = (await raw.next('ticket')).ticket;
    return (speaking = { raw, ticketId, said: 0 });
  }

  return {
    async say(message: Message): Promise<string> {
      const current = await connected();
      current.said += 1;
      current.raw.frames.length = 0;
      // Replaces the ticket id by one of this device, so that most frames pass the ownership check.
      const own =
        typeof message === 'string' ? message.replace(foreignTicket, `"ticketId":${current.ticketId}`) : message;
      const outcome = await sayAndWait(current.raw, own);
      if (outcome !== 'open') speaking = null;
      return current.raw.frames.at(-1)?.type ?? outcome;
    },
  };
}

async function sayAsStranger({ server }: FuzzWorld, message: Message): Promise<string> {
  const raw = new RawDevice(server);
  await raw.opened;
  const outcome = await sayAndWait(raw, message);
  raw.socket.terminate();
  return outcome;
}

/** Sends a message and waits until the server has read it or closed the connection. */
async function sayAndWait({ socket, closed }: RawDevice, message: Message): Promise<string> {
  socket.send(message);
  const pong = once(socket, 'pong').then(() => 'open');
  socket.ping();
  const outcome = await Promise.race([pong, closed]);
  if (typeof outcome === 'number' && !closeCodes.includes(outcome)) throw new Error(`Closed with ${outcome}.`);
  return typeof outcome === 'number' ? `closed ${outcome}` : outcome;
}
