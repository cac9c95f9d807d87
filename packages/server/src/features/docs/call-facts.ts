import {
  command,
  describePasscode,
  deviceProtocolPath,
  enrol,
  serverErrors,
  type Access,
  type Endpoint,
  type ErrorCode,
} from '@fairwatch/contract';
import { ownErrors } from './own-errors.ts';

/** While a second admin has not agreed. */
const approvalErrors = ['approval_needed', 'approval_declined', 'approval_impossible'] as const;

/** Every error a call can answer with. */
export function errorsOf(endpoint: Endpoint): ErrorCode[] {
  const { method, access, device, form, output } = endpoint;
  const codes: ErrorCode[] = [
    'invalid_input',
    ...(method === 'POST' && !form ? (['malformed_json', 'wrong_content_type', 'body_too_large'] as const) : []),
    ...(method === 'POST' && access !== 'device' && endpoint !== enrol && endpoint !== describePasscode
      ? (['payload_refused'] as const)
      : []),
    ...(form ? (['wrong_form_type', 'body_too_large'] as const) : []),
    ...(endpoint.path.startsWith(deviceProtocolPath) ? (['foreign_origin'] as const) : []),
    ...(access === 'public' ? [] : (['authentication_required'] as const)),
    ...(access === 'public' || access === 'device' ? [] : (['session_ended'] as const)),
    ...(['public', 'device', 'session'].includes(String(access)) ? [] : (['not_allowed'] as const)),
    ...(device === null ? [] : (['device_not_found', 'device_left'] as const)),
    ...(device?.capability
      ? (['consent_missing', 'device_paused', 'device_held', 'reason_required', ...approvalErrors] as const)
      : []),
    ...(device?.capability && device.capability !== 'NOTIFICATIONS' && device.action === 'COMMAND'
      ? (['outside_hours', 'notice_not_shown', 'not_offered'] as const)
      : []),
    ...(device?.capability && output === command ? (['commands_pending'] as const) : []),
    ...(ownErrors.get(endpoint) ?? []),
    'internal',
    'unavailable',
  ];
  return codes.toSorted((one, other) => serverErrors[one].status - serverErrors[other].status);
}

/** Who may make a call, in words. */
export function describeAccess(access: Access): string {
  if (access === 'public') return 'Anyone';
  if (access === 'device') return 'A device, with its own token';
  if (access === 'session') return 'Anyone signed in';
  if (access === 'admin') return 'Any admin';
  if (access === 'super-admin') return 'SUPER_ADMIN only';
  const level = access.level === 'FULL_ACCESS' ? 'Full Access' : 'Read Only or Full Access';
  return `${level} to ${access.permission}`;
}

/** The first part of the path that tells areas apart, such as `contact` or `auth`. */
export function areaOf({ path }: Endpoint): string {
  return path.replace(/^\/(?:admin|client|device)\/v\d+\/api\/(?:authenticated\/)?/, '').split('/', 1)[0] ?? path;
}

/** A name for a call that fits into a URL. */
export function anchorOf({ path }: Endpoint): string {
  return path.slice(1).replaceAll('/', '-');
}
