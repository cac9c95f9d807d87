import { capabilities, capabilityNames, type Capability, type deviceGrants, type OutputOf } from '@fairwatch/contract';
import { serverErrorText } from '../../../core/api/server-error-text.ts';
import { ApiError } from '../../../core/api/api-error.ts';

/** Why data is not shown: the person does not share it, has paused sharing, or the consent is unknown since a restore. */
export type Withheld = 'notShared' | 'paused' | 'held';

const reasons: Readonly<Record<string, Withheld>> = {
  consent_missing: 'notShared',
  device_paused: 'paused',
  device_held: 'held',
};

/** The reason that the code of an error means; null for other errors and without one. */
export function withheldBy(error: Error | null): Withheld | null {
  return (error instanceof ApiError && reasons[error.code ?? '']) || null;
}

/** The capability that an error text names as not shared; null for other errors. */
export function missingCapability(error: Error | null): Capability | null {
  return capabilityNames.find((name) => missingText(name) === error?.message) ?? null;
}

function missingText(name: Capability): string {
  return serverErrorText('consent_missing', { capability: capabilities[name].title });
}

/** Why a capability that is not shared is not. */
export function withheldOf({
  heldSince,
  pausedSince,
}: Pick<OutputOf<typeof deviceGrants>, 'heldSince' | 'pausedSince'>): Withheld {
  if (heldSince !== null) return 'held';
  return pausedSince === null ? 'notShared' : 'paused';
}
