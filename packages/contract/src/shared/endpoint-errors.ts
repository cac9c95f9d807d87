import { deviceProtocolPath } from '../core/companion.ts';
import type { Endpoint } from './endpoint.ts';
import { errorStatus, type ErrorCode } from '../core/http/errors.ts';
import { approvalErrors } from '../core/http/shared-errors.ts';
import { command } from './command.ts';
import { kindsOfPermission } from './preset.ts';

/** Every error that a call can answer with, sorted by status: those that it declares, and those that follow from the rest of its declaration. */
export function errorsOf(endpoint: Endpoint): ErrorCode[] {
  const codes: ErrorCode[] = [
    ...inputErrors(endpoint),
    ...accessErrors(endpoint),
    ...deviceErrors(endpoint),
    ...endpoint.errors,
    'internal',
    'unavailable',
  ];
  return codes.toSorted((one, other) => errorStatus[one] - errorStatus[other]);
}

function inputErrors({ method, path, form }: Endpoint): ErrorCode[] {
  if (method === 'GET') return ['invalid_input'];
  return [
    'invalid_input',
    'body_too_large',
    ...(form ? (['wrong_form_type'] as const) : (['malformed_json', 'wrong_content_type'] as const)),
    // Devices send plain JSON in every payload mode.
    ...(path.startsWith(deviceProtocolPath) ? [] : (['payload_refused'] as const)),
  ];
}

function accessErrors({ method, path, access, device }: Endpoint): ErrorCode[] {
  const foreign: ErrorCode[] = path.startsWith(deviceProtocolPath) ? ['foreign_origin'] : [];
  // Whatever anyone can call is limited by the caller's address, except the health check.
  if (access === 'public') return method === 'GET' ? foreign : [...foreign, 'too_many_attempts'];
  if (access === 'device') return [...foreign, 'authentication_required'];
  const session: ErrorCode[] = [...foreign, 'authentication_required', 'session_ended'];
  if (access === 'session') return session;
  const isOfKinds = typeof access === 'object' && kindsOfPermission(access.permission) !== undefined;
  return [...session, 'not_allowed', ...(isOfKinds && !device?.capability ? (['kind_not_used'] as const) : [])];
}

function deviceErrors({ device, output }: Endpoint): ErrorCode[] {
  if (device === null) return [];
  const { capability, action, live } = device;
  if (capability === null) return ['device_not_found', 'device_left'];
  return [
    'device_not_found',
    'device_left',
    'kind_not_used',
    'consent_missing',
    'device_paused',
    'device_held',
    'reason_required',
    ...approvalErrors,
    // What a console reads again by itself asks no second admin.
    ...(action === 'READ' ? (['approval_missing'] as const) : []),
    // A notification is shown to the person: it collects nothing from them.
    ...(action === 'COMMAND' && capability !== 'NOTIFICATIONS'
      ? (['outside_hours', 'notice_not_shown', 'not_offered'] as const)
      : []),
    ...(live ? (['outside_hours', 'notice_not_shown'] as const) : []),
    ...(output === command ? (['commands_pending'] as const) : []),
  ];
}
