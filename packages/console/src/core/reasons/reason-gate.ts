import {
  askConsent,
  capabilities,
  errorText,
  limits,
  loadReason,
  type Capability,
  type DeviceReason,
} from '@fairwatch/contract';
import { ApiError } from '../api/api-error.ts';
import type { DeviceGate, OutgoingCall } from '../api/device-gate.ts';
import { invalidate, query, queryClient } from '../api/query.ts';
import { keptValue } from '../storage/kept-value.ts';
import { toast } from '../toast/toast.tsx';
import { awaitAgreement } from './approval-wait.ts';
import { askWhy } from './reason-store.ts';

const freshMs = 5 * 60_000;

/** Until when the question was put aside, by device. */
type Skipped = Readonly<Record<string, number>>;
const skipped = keptValue<Skipped>('reason-skipped', {}, isSkipped);

function isSkipped(value: unknown): value is Skipped {
  return typeof value === 'object' && value !== null && Object.values(value).every((at) => typeof at === 'number');
}

/** Remembers that the admin went on without a reason: they are asked again after half an hour. */
function skip(deviceId: number): void {
  const held = Object.entries(skipped.read()).filter(([, until]) => until > Date.now());
  skipped.write({ ...Object.fromEntries(held), [deviceId]: Date.now() + limits.reason.holdsMs });
}

interface Use {
  deviceId: number;
  capability: Capability;
}

/** What a call uses of which device; null when nobody asks why. Whoever asks for something uses it as soon as it is shared. */
function useOf({ endpoint, input }: Pick<OutgoingCall, 'endpoint' | 'input'>): Use | null {
  const { deviceId, capability } = input as { deviceId?: number; capability?: Capability };
  const used = endpoint.path === askConsent.path ? capability : endpoint.device?.capability;
  return deviceId === undefined || !used ? null : { deviceId, capability: used };
}

async function readReason(deviceId: number): Promise<DeviceReason | null> {
  try {
    return (await queryClient.fetchQuery({ ...query(loadReason, { deviceId }), staleTime: freshMs })).data;
  } catch {
    // The server decides in any case, and says so.
    return null;
  }
}

/** Asks why, until the admin has said it or may go on without. */
async function demandReason({ deviceId, capability }: Use, signal: AbortSignal | undefined): Promise<void> {
  for (;;) {
    const known = await readReason(deviceId);
    const mode = known?.policies[capability]?.reason ?? 'NONE';
    const holds = known?.given && new Date(known.given.expiresAt).getTime() > Date.now();
    if (mode === 'NONE' || holds) return;
    if (mode === 'ASKED' && (skipped.read()[deviceId] ?? 0) > Date.now()) return;
    const outcome = await askWhy({ deviceId, capability, required: mode === 'REQUIRED' }, signal);
    if (outcome === 'skipped') skip(deviceId);
    if (outcome !== 'given' && mode === 'REQUIRED') {
      const { title } = capabilities[capability];
      throw new ApiError(errorText('reason_required', { capability: title }), 403, 'reason_required');
    }
  }
}

/** Asks why something of a device is used, and waits for a second admin; the call then goes on by itself. */
export const reasonGate: DeviceGate = {
  async enter(call) {
    const use = useOf(call);
    if (use !== null) await demandReason(use, call.signal);
  },
  async mend(call, error) {
    const use = useOf(call);
    if (use === null || !(error instanceof ApiError)) return false;
    if (error.code === 'approval_needed' && call.endpoint.device?.action === 'COMMAND') {
      // The command is sent by itself once somebody has agreed; a page that reads is read again by the socket's word.
      toast(error.message);
      return await awaitAgreement(use.deviceId, use.capability);
    }
    if (error.code !== 'reason_required') return false;
    // The owner has changed what is demanded, or the reason has just run out.
    await invalidate(loadReason);
    await demandReason(use, call.signal);
    return true;
  },
};
