import {
  adminDetail,
  assignDevices,
  blockUser,
  cancelCommand,
  clientsOfAdmin,
  command,
  deletePasscode,
  downloadFile,
  downloadStatic,
  enrol,
  freeClients,
  login,
  missingFiles,
  promoteUser,
  receiveFiles,
  rejectUser,
  removeDevices,
  removeStatic,
  serverErrors,
  setPassword,
  updateFeatureAccess,
  updateSidebar,
  uploadBase64,
  uploadChunk,
  uploadFile,
  uploadStatic,
  type Access,
  type Endpoint,
  type ErrorCode,
} from '@fairwatch/contract';

const uploadErrors = ['file_too_large', 'file_type_not_allowed', 'upload_failed'] as const;
/** What any change of an account can be refused with. */
const notTheirs = ['user_not_found', 'own_access', 'not_below_you', 'cannot_sign_in'] as const;

/** Errors that only these calls answer with; the rest follows from what an endpoint declares. */
const ownErrors = new Map<Endpoint, readonly ErrorCode[]>([
  [login, ['login_failed', 'account_blocked', 'too_many_attempts']],
  [adminDetail, ['user_not_found']],
  [promoteUser, [...notTheirs, 'already_admin', 'reports_to_refused']],
  [rejectUser, notTheirs],
  [blockUser, notTheirs],
  [updateFeatureAccess, [...notTheirs, 'more_than_you_hold', 'not_an_admin', 'super_admin_holds_all']],
  [setPassword, [...notTheirs, 'password_common', 'password_personal']],
  [updateSidebar, notTheirs],
  [assignDevices, [...notTheirs, 'not_an_admin', 'device_not_found']],
  [removeDevices, [...notTheirs, 'not_an_admin', 'device_not_found']],
  [clientsOfAdmin, ['user_not_found']],
  [freeClients, ['user_not_found']],
  [deletePasscode, ['passcode_not_found', 'passcode_used']],
  [cancelCommand, ['command_not_found', 'command_ended']],
  [missingFiles, ['command_not_found', 'command_ended', 'consent_missing', 'device_paused', 'file_type_not_allowed']],
  [uploadChunk, [...uploadErrors, 'upload_received', 'file_damaged']],
  [uploadFile, uploadErrors],
  [uploadBase64, ['file_too_large', 'file_type_not_allowed']],
  [receiveFiles, ['file_not_found']],
  [downloadFile, ['file_not_found']],
  [downloadStatic, ['file_not_found']],
  [
    uploadStatic,
    [...uploadErrors, 'upload_received', 'file_damaged', 'app_unreadable', 'app_older', 'too_many_documents'],
  ],
  [removeStatic, ['file_not_found']],
  [enrol, ['passcode_refused', 'username_taken', 'device_already_joined', 'notice_outdated', 'too_many_attempts']],
]);

/** Every error a call can answer with. */
export function errorsOf(endpoint: Endpoint): ErrorCode[] {
  const { method, access, device, form, output } = endpoint;
  const codes: ErrorCode[] = [
    'invalid_input',
    ...(method === 'POST' && !form ? (['malformed_json', 'wrong_content_type', 'body_too_large'] as const) : []),
    ...(method === 'POST' && access !== 'device' && endpoint !== enrol ? (['payload_refused'] as const) : []),
    ...(form ? (['wrong_form_type', 'body_too_large'] as const) : []),
    ...(access === 'public' ? [] : (['authentication_required'] as const)),
    ...(access === 'public' || access === 'device' ? [] : (['session_ended'] as const)),
    ...(['public', 'device', 'session'].includes(String(access)) ? [] : (['not_allowed'] as const)),
    ...(device === null ? [] : (['device_not_found'] as const)),
    ...(device?.capability ? (['consent_missing', 'device_paused', 'device_held'] as const) : []),
    ...(device?.capability && output === command ? (['commands_pending'] as const) : []),
    ...(ownErrors.get(endpoint) ?? []),
    'internal',
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
