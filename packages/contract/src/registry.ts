import type { CommandType } from './core/command.ts';
import type { DeviceFeature } from './core/device-feature.ts';
import type { Endpoint } from './core/endpoint.ts';
import { enrol } from './device-protocol/enrol.ts';
import { auditList } from './features/audit.ts';
import { login, logout } from './features/auth.ts';
import { contacts } from './features/contacts.ts';
import { cancelCommand, deviceList, deviceSummary, nonFinalCommands } from './features/devices.ts';
import { healthCheck } from './features/health.ts';
import { conversation, findMessages, messages, messageThreads } from './features/messages.ts';
import { profile } from './features/profile.ts';
import { retentionList, retentionUpdate } from './features/retention.ts';

/** Every kind of device data. Each package owes one entry per id in its own registry. */
export const deviceFeatures = { contacts, messages } as const satisfies Record<string, DeviceFeature>;
export type DeviceFeatureId = keyof typeof deviceFeatures;

/**
 * Every call there is. The server refuses to start unless each has its handler. Marked as pure, so that the console, which
 * never asks for all of them, carries only those it makes.
 */
export const endpoints: readonly Endpoint[] = /* @__PURE__ */ flatten([
  healthCheck,
  login,
  logout,
  profile,
  deviceList,
  deviceSummary,
  nonFinalCommands,
  cancelCommand,
  /* @__PURE__ */ callsOf(deviceFeatures),
  messageThreads,
  conversation,
  findMessages,
  auditList,
  retentionList,
  retentionUpdate,
  enrol,
]);

/** The device feature that a command asks for. */
export function featureOfCommand(commandType: CommandType) {
  return Object.values(deviceFeatures).find(({ command }) => command === commandType);
}

function callsOf(features: Readonly<Record<string, DeviceFeature>>): Endpoint[] {
  return Object.values(features).flatMap(({ list, update, history }) => [list, update, history]);
}

function flatten(calls: readonly (Endpoint | Endpoint[])[]): Endpoint[] {
  return calls.flat();
}
