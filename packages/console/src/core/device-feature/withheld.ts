import {
  capabilities,
  capabilityNames,
  errorText,
  type Capability,
  type deviceGrants,
  type OutputOf,
} from '@fairwatch/contract';
import { ApiError } from '../api/api-error.ts';

/** Why data is not shown: its person does not share it, or nothing for a while; or nobody knows since a restore. */
export type Withheld = 'notShared' | 'paused' | 'held';

const reasons: Readonly<Record<string, Withheld>> = {
  consent_missing: 'notShared',
  device_paused: 'paused',
  device_held: 'held',
};

/** Null when an error has another reason, or there is none. */
export function withheldBy(error: Error | null): Withheld | null {
  return (error instanceof ApiError && reasons[error.code ?? '']) || null;
}

/** What the server would not show because it is not shared, as its words name it; null for any other error. */
export function missingCapability(error: Error | null): Capability | null {
  return capabilityNames.find((name) => missingText(name) === error?.message) ?? null;
}

function missingText(name: Capability): string {
  return errorText('consent_missing', { capability: capabilities[name].title });
}

/** Why what a person does not share at this moment is not. */
export function withheldOf({
  heldSince,
  pausedSince,
}: Pick<OutputOf<typeof deviceGrants>, 'heldSince' | 'pausedSince'>): Withheld {
  if (heldSince !== null) return 'held';
  return pausedSince === null ? 'notShared' : 'paused';
}
