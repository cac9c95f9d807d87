import { askConsent, capabilities, limits, loadReason, type Capability, type DeviceReason } from '@fairwatch/contract';
import { serverErrorText } from '../../core/api/server-error-text.ts';
import { ApiError } from '../../core/api/api-error.ts';
import type { DeviceGate, OutgoingCall } from '../../core/api/device-gate.ts';
import { invalidate, query, queryClient } from '../../core/api/query.ts';
import { keptValue } from '../../core/session/kept-value.ts';
import { i18n } from '../../core/i18n/i18n.ts';
import { waitForApproval } from './approval-wait.ts';
import { askReason } from './reason-store.ts';
import './use-second-admin.ts';

const staleAfterMs = 5 * 60_000;

/** The time in milliseconds until which the question is skipped, by device. */
type Skipped = Readonly<Record<string, number>>;
const skipped = keptValue<Skipped>('reason-skipped', {}, isSkipped);

function isSkipped(value: unknown): value is Skipped {
  return typeof value === 'object' && value !== null && Object.values(value).every((at) => typeof at === 'number');
}

/** Remembers that the admin gave no reason, so that they are not asked again for half an hour. */
function rememberSkip(deviceId: number): void {
  const current = Object.entries(skipped.read()).filter(([, until]) => until > Date.now());
  skipped.write({ ...Object.fromEntries(current), [deviceId]: Date.now() + limits.reason.validMs });
}

interface DeviceUse {
  deviceId: number;
  capability: Capability;
}

/** The capability and the device that a call uses; null when it uses none. A request for consent counts as a use. */
function deviceUse({ endpoint, input }: Pick<OutgoingCall, 'endpoint' | 'input'>): DeviceUse | null {
  const { deviceId, capability } = input as { deviceId?: number; capability?: Capability };
  const used = endpoint.path === askConsent.path ? capability : endpoint.device?.capability;
  return deviceId === undefined || !used ? null : { deviceId, capability: used };
}

async function readReason(deviceId: number): Promise<DeviceReason | null> {
  try {
    return (await queryClient.fetchQuery({ ...query(loadReason, { deviceId }), staleTime: staleAfterMs })).data;
  } catch {
    // The server enforces the policy in any case.
    return null;
  }
}

/**
 * Asks for a reason to use these kinds until there is a valid one for each, or none is needed. Throws when a required one is not given. Kinds
 * that are one use are asked about together.
 */
async function ensureReason(
  deviceId: number,
  kinds: readonly Capability[],
  signal: AbortSignal | undefined,
): Promise<void> {
  for (;;) {
    const current = await readReason(deviceId);
    const isSkipping = (skipped.read()[deviceId] ?? 0) > Date.now();
    const modeOf = (kind: Capability) => current?.policies[kind]?.reason ?? 'NONE';
    const lacking = kinds.filter((kind) => {
      if (modeOf(kind) === 'NONE' || (modeOf(kind) === 'ASKED' && isSkipping)) return false;
      return !current?.given.some(
        ({ capability, expiresAt }) => capability === kind && new Date(expiresAt).getTime() > Date.now(),
      );
    });
    if (lacking.length === 0) return;
    const required = lacking.find((kind) => modeOf(kind) === 'REQUIRED');
    const outcome = await askReason({ deviceId, kinds: lacking, required: required !== undefined }, signal);
    if (outcome === 'skipped') rememberSkip(deviceId);
    if (outcome !== 'given' && required !== undefined) {
      const { title } = capabilities[required];
      throw new ApiError(serverErrorText('reason_required', { capability: title }), 403, 'reason_required');
    }
  }
}

/** Waits until a second admin agrees to a command. Throws when they do not: the refusal of the command itself only says that they were asked. */
async function requireAgreement({ deviceId, capability }: DeviceUse, signal: AbortSignal | undefined): Promise<void> {
  const outcome = await waitForApproval(deviceId, capability, signal);
  if (outcome.state === 'AGREED') return;
  const { title } = capabilities[capability];
  const name = (outcome.state === 'DECLINED' && outcome.decidedBy) || '';
  throw new ApiError(i18n.t(`second-admin:ended.${outcome.state}`, { capability: title, name }), 403);
}

/** Asks for a reason before a call, and waits for a second admin where the policy needs one. The call then continues. */
export const reasonGate: DeviceGate = {
  async enter(calls) {
    const uses = calls.flatMap((call) => deviceUse(call) ?? []);
    const [signal] = calls.map((call) => call.signal);
    for (const [deviceId, ofDevice] of Map.groupBy(uses, (use) => use.deviceId)) {
      await ensureReason(deviceId, [...new Set(ofDevice.map(({ capability }) => capability))], signal);
    }
  },
  async recover(call, error) {
    const use = deviceUse(call);
    if (use === null || !(error instanceof ApiError)) return false;
    if (error.code === 'approval_needed' && call.endpoint.device?.action === 'COMMAND') {
      // A command is sent after the approval. A query is refetched instead, when the socket reports the decision.
      await requireAgreement(use, call.signal);
      return true;
    }
    if (error.code !== 'reason_required') return false;
    // The policy has changed, or the reason has just expired.
    await invalidate(loadReason);
    await ensureReason(use.deviceId, [use.capability], call.signal);
    return true;
  },
};
