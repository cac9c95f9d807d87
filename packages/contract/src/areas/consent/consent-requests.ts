import { z } from 'zod/mini';
import { deviceId } from '../../shared/device-feature.ts';
import { endpoint } from '../../shared/endpoint.ts';
import { capabilityNames } from '../../core/access/capabilities.ts';
import { plainLine } from '../../shared/log/log-line.ts';

/** How a request to share something ended. It is withdrawn when an admin takes it back. */
export const consentAnswers = ['GRANTED', 'DECLINED', 'WITHDRAWN'] as const;

/** The latest time that somebody asked a device's person to share one thing. */
export const consentRequest = z.object({
  id: z.int(),
  capability: z.enum(capabilityNames),
  askedBy: z.string(),
  /** The caller asked. */
  mine: z.boolean(),
  askedAt: z.string(),
  /** When the person had the question on their screen; null before that, and where their client does not say. */
  seenAt: z.nullable(z.string()),
  /** Null while the person has not decided. */
  answer: z.nullable(z.enum(consentAnswers)),
  answeredAt: z.nullable(z.string()),
  /** From when on it may be asked for again; null when it may be now, or is still being asked. */
  notBefore: z.nullable(z.string()),
  /** Why the passcode asked for it, when this is what was asked at joining; null for a later request. */
  reasonAtJoining: z.nullable(z.string()),
});
export type ConsentRequest = z.infer<typeof consentRequest>;

const capability = z.enum(capabilityNames);

/** Asks the person of a device to share something. They decide on the device, and are not asked again soon. */
export const askConsent = endpoint({
  path: 'device/ask-consent',
  access: 'admin',
  tells: ['DEVICE'],
  answers: 'the request itself',
  log: { action: 'ASK' },
  summary: 'Ask the person of a device to share something',
  input: z.strictObject({ deviceId, capability }),
  output: consentRequest,
  device: { capability: null, action: 'COMMAND' },
  errors: [
    'kind_not_used',
    'not_offered',
    'reason_required',
    'device_paused',
    'device_held',
    'already_shared',
    'already_asked',
    'asked_too_soon',
  ],
});

/** Takes a request back that the person has not answered. */
export const withdrawConsentRequest = endpoint({
  path: 'device/ask-consent/withdraw',
  access: 'admin',
  tells: ['DEVICE'],
  answers: 'the request itself',
  log: { action: 'CANCEL' },
  summary: 'Take back a request to share something',
  input: z.strictObject({ deviceId, capability }),
  output: consentRequest,
  device: { capability: null, action: 'COMMAND' },
  errors: ['consent_request_not_found'],
});

/** What the person of a device was asked to share: the latest request for each capability. */
export const consentRequests = endpoint({
  path: 'device/consent-requests',
  access: 'admin',
  tells: ['DEVICE'],
  answers: 'what the person was asked to share, and their answer',
  log: plainLine('consentRequests'),
  staleBy: ['consent-requests', 'grants'],
  summary: 'What the person of a device was asked to share',
  input: z.strictObject({ deviceId }),
  output: z.array(consentRequest),
  device: { capability: null, action: 'READ' },
});
