import { z } from 'zod/mini';
import { capabilityNames, type Capability } from '../core/access/capabilities.ts';
import type { SharingHours } from '../shared/times/sharing-hours.ts';

/** A consent: the whole list of capabilities, under a notice whose exact text is identified by its hash. */
export const consentFields = {
  noticeVersion: z.int().check(z.minimum(0), z.maximum(2_147_483_647)),
  noticeHash: z.string().check(z.length(64)),
  language: z.string().check(z.minLength(2), z.maxLength(20)),
  capabilities: z.array(z.enum(capabilityNames)).check(z.maxLength(capabilityNames.length)),
};

/** What a person shares now. While sharing is paused, and outside of their hours, nothing is shared, whatever is granted. */
export interface Grants {
  capabilities: readonly Capability[];
  paused: boolean;
  /** Null for any hour. */
  hours: SharingHours | null;
}
