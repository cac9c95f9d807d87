import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { deviceFrame, deviceFrameBytes, limits, ticketLimits, type DeviceFrame } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { joinDevice, RawDevice, testFacts, testVitals } from '../../testing/test-device.ts';
import { useDevices, useTestServer } from '../../testing/servers/use-server.ts';

const server = useTestServer();
const devices = useDevices(server);

type FrameType = DeviceFrame['type'];
const types = Object.keys(deviceFrameBytes) as FrameType[];
/** The frames whose limit is below that of the socket itself. */
const bounded = types.filter((type) => type !== 'hello' && type !== 'rows');

/** The protocol's documentation, whose examples have one valid frame of each type. */
const page = readFileSync(new URL('../../../../../docs/device-protocol.md', import.meta.url), 'utf8');
const examples = new Map(
  Array.from(page.matchAll(/```json device\n(.*?)```/gs), ([, text = '']) => {
    const frame = JSON.parse(text) as { type: FrameType };
    return [frame.type, frame] as const;
  }),
);

/** Pads a valid frame to this size in bytes. */
function padded(frame: object, bytes: number): string {
  const text = JSON.stringify(frame);
  return text + ' '.repeat(bytes - Buffer.byteLength(text));
}

const exampleOf = (type: FrameType) => examples.get(type) ?? {};

/** The refusals of a message, up to a marker frame that is sent after it. */
async function refusalsOf(raw: RawDevice, text: string): Promise<{ reason: string; about: string | null }[]> {
  raw.socket.send(text);
  raw.socket.send('{"type":"mark"}');
  const refusals = [];
  for (;;) {
    const { reason, about } = await raw.next('refused');
    if (reason === 'The frame is not valid.' && about === null) return refusals;
    refusals.push({ reason, about });
  }
}

/** Sends the header of a WebSocket message of this size without its payload. */
function announceOnly({ socket }: RawDevice, bytes: number): void {
  const header = Buffer.alloc(10);
  header.writeUInt8(0x81, 0);
  header.writeUInt8(0x80 | 127, 1);
  header.writeBigUInt64BE(BigInt(bytes), 2);
  (socket as unknown as { _socket: Socket })._socket.write(header);
}

describe('a frame of its largest size is taken, and one byte more is refused unread', () => {
  it.each(bounded.filter((type) => type !== 'leave'))('%s', async (type) => {
    const { raw } = await devices.connected();
    const most = deviceFrameBytes[type];
    const tooLarge = { reason: `The frame is too large: ${type} takes at most ${most} bytes.`, about: type };
    const taken = await refusalsOf(raw, padded(exampleOf(type), most));
    expect(taken.filter(({ reason }) => reason.includes('too large'))).toEqual([]);
    expect(await refusalsOf(raw, padded(exampleOf(type), most + 1))).toContainEqual(tooLarge);
    // The rest after the type is invalid JSON, which shows that it is not parsed.
    const begun = `{"type":"${type}",`;
    expect(await refusalsOf(raw, begun + '{'.repeat(most + 1 - begun.length))).toContainEqual(tooLarge);
    raw.socket.terminate();
  });

  it('leave', async () => {
    const { raw } = await devices.connected();
    const most = deviceFrameBytes.leave;
    expect(await refusalsOf(raw, padded({ type: 'leave' }, most + 1))).toMatchObject([{ about: 'leave' }]);
    raw.socket.send(padded({ type: 'leave' }, most));
    await raw.next('left');
  });

  it('hello, which ends the connection', async () => {
    const { token } = await joinDevice(server);
    const hello = { type: 'hello', token, facts: testFacts };
    const large = new RawDevice(server);
    await large.opened;
    large.socket.send(padded(hello, deviceFrameBytes.hello));
    await large.next('welcome');
    large.socket.terminate();
    const larger = new RawDevice(server);
    await larger.opened;
    announceOnly(larger, deviceFrameBytes.hello + 1);
    expect(await larger.closed).toBe(1009);
  });

  it('rows, which end the connection', async () => {
    const { raw } = await devices.connected();
    expect(await refusalsOf(raw, padded(exampleOf('rows'), deviceFrameBytes.rows))).toEqual([]);
    announceOnly(raw, deviceFrameBytes.rows + 1);
    expect(await raw.closed).toBe(1009);
  });

  it('a frame of any type that does not begin with its type', async () => {
    const { raw } = await devices.connected();
    const { type, ...rest } = { type: 'heartbeat', ...testVitals };
    const most = limits.device.maxUntypedFrameBytes;
    expect(await refusalsOf(raw, padded({ ...rest, type }, most))).toEqual([]);
    expect(await refusalsOf(raw, padded({ ...rest, type }, most + 1))).toMatchObject([{ about: null }]);
    raw.socket.terminate();
  });
});

describe('rows that cost more than their bytes are refused unread', () => {
  const manyFields = Array.from({ length: 10_000 }, (_, place) => `"field${place}":1`).join(',');
  const [open, close] = ['['.repeat(50_000), ']'.repeat(50_000)];
  it.each([
    ['deep nesting', `{"key":"1","deep":${open}${close}}`],
    ['very many fields', `{"key":"1",${manyFields}}`],
    ['very many lists', `{"key":"1","many":[${Array.from({ length: 50_000 }, () => '[]').join(',')}]}`],
  ])('%s', async (_, row) => {
    const { raw } = await devices.connected();
    const rows = `{"type":"rows","commandId":1,"batch":0,"rows":[${row}]}`;
    expect(await refusalsOf(raw, rows)).toEqual([{ reason: 'The frame is not valid.', about: 'rows' }]);
    raw.socket.terminate();
  });
});

// Control characters are the worst case: JSON escapes each with six bytes.
const text = (length: number) => '\u0001'.repeat(length);

describe('every text that the contract takes fits into its frame', () => {
  const clientId = '3f0c2f7e-3a55-4c0e-9d6b-2f0a5b1c7d11';
  const largest = Number.MAX_SAFE_INTEGER;
  const { titleMaxLength, descriptionMaxLength, textMaxLength } = ticketLimits;
  const frames = [
    { type: 'failed', commandId: largest, reason: text(1000) },
    {
      ...exampleOf('ticket-open'),
      title: text(titleMaxLength),
      description: text(descriptionMaxLength),
    },
    { type: 'ticket-reply', clientId, ticketId: largest, text: text(textMaxLength) },
    { ...exampleOf('heartbeat'), appVersion: '\u20ac'.repeat(200) },
    { type: 'progress', commandId: largest, percent: 100, phase: 'COUNTDOWN' },
    { type: 'ticket-received', ticketId: largest, upTo: largest, version: 2_147_483_647 },
    {
      type: 'hello',
      token: 'x'.repeat(43),
      facts: Object.fromEntries(Object.keys(testFacts).map((name) => [name, 'x'.repeat(200)])),
      grants: { capabilities: Array.from({ length: 40 }, () => 'x'.repeat(50)), paused: false },
    },
  ];
  it.each(frames.map((frame) => [(frame as { type: FrameType }).type, frame] as const))('%s', (type, frame) => {
    expect(deviceFrame.safeParse(frame).error).toBeUndefined();
    expect(Buffer.byteLength(JSON.stringify(frame))).toBeLessThanOrEqual(deviceFrameBytes[type]);
  });
});
