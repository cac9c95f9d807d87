import { z } from 'zod/mini';
import { commandTypes } from '../core/command.ts';
import { limits } from '../core/limits.ts';
import { deviceFacts } from './enrol.ts';

/** Where a device's socket lives. The token travels in the first frame, never in the URL. */
export const deviceSocketPath = '/device/v1/socket';

/** Close codes of the device's socket. */
export const deviceSocketClose = { refused: 4401, replaced: 4409, silent: 4408 } as const;

const commandId = z.int().check(z.positive());

/** One row of device data: `key` is its stable identity on the device, the rest is the feature's record. */
export const deviceRow = z.looseObject({ key: z.string().check(z.minLength(1), z.maxLength(200)) });
export type DeviceRow = z.infer<typeof deviceRow>;

/** What a device may say. */
export const deviceFrame = z.discriminatedUnion('type', [
  /** First frame on every connection. */
  z.strictObject({ type: z.literal('hello'), token: z.string(), facts: deviceFacts }),
  z.strictObject({
    type: z.literal('heartbeat'),
    batteryPercent: z.int().check(z.minimum(0), z.maximum(100)),
    network: z.enum(['WIFI', 'MOBILE', 'NONE']),
  }),
  z.strictObject({ type: z.literal('accepted'), commandId }),
  z.strictObject({
    type: z.literal('rows'),
    commandId,
    /** Counts from 0 without gaps; a repeated batch is ignored. */
    batch: z.int().check(z.minimum(0)),
    rows: z.array(deviceRow).check(z.maxLength(limits.device.rowsPerBatch)),
  }),
  /** The command is finished; `batches` says how many there were, so that a lost one is noticed. */
  z.strictObject({ type: z.literal('result'), commandId, batches: z.int().check(z.minimum(0)) }),
  z.strictObject({ type: z.literal('failed'), commandId, reason: z.string().check(z.maxLength(1000)) }),
]);
export type DeviceFrame = z.infer<typeof deviceFrame>;

/** What the server may say to a device. */
export const gatewayFrame = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('welcome'),
    deviceId: z.int(),
    heartbeatMs: z.int(),
    capabilities: z.array(z.string()),
  }),
  z.strictObject({
    type: z.literal('command'),
    commandId,
    commandType: z.enum(commandTypes),
    /** The admin who asked: the device shows and keeps it. */
    requestedBy: z.string(),
    expiresAt: z.string(),
  }),
  /** A frame was not taken. The connection stays. */
  z.strictObject({ type: z.literal('refused'), reason: z.string() }),
]);
export type GatewayFrame = z.infer<typeof gatewayFrame>;
