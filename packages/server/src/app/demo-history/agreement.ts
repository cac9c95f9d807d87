import { callState, deviceFeatures, type Capability } from '@fairwatch/contract';
import type { PastAdmin } from './past-admin.ts';

/** A kind of data for whose use a second admin must agree. */
export type ApprovedKind = Extract<Capability, 'CALL_RECORDING' | 'GALLERY'>;

/** Who waits for the owner's agreement, and to use what. */
export interface Waiting {
  asker: { id: number; username: string };
  approval: ApprovedKind;
  deviceId: number;
}

/** Uses this kind of data of a device. */
export async function useApproved(admin: PastAdmin, approval: ApprovedKind, deviceId: number): Promise<void> {
  if (approval === 'GALLERY') await admin.call(deviceFeatures.gallery.list, { deviceId });
  else await admin.call(callState, { deviceId });
}
