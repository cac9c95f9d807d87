import { ApiError } from '../api/api-error.ts';

/** Why the device's person keeps the data to themselves: it is not shared, or nothing is for a while. */
export type Withheld = 'notShared' | 'paused';

const reasons: Readonly<Record<string, Withheld>> = { consent_missing: 'notShared', device_paused: 'paused' };

/** Null when an error has another reason, or there is none. */
export function withheldBy(error: Error | null): Withheld | null {
  return (error instanceof ApiError && reasons[error.code ?? '']) || null;
}
