import type { ErrorCode } from './errors.ts';

type Codes = readonly ErrorCode[];

/** The errors of a call that sets a password. */
export const weakPasswordErrors: Codes = ['password_common', 'password_personal'];

/** The errors of a call that asks for the caller's password again. */
export const passwordProofErrors: Codes = ['password_wrong', 'too_many_attempts'];

/** The errors of a call that also asks accounts with two-factor sign-in for a code. */
export const identityProofErrors: Codes = [
  'password_wrong',
  'too_many_attempts',
  'second_factor_missing',
  'second_factor_refused',
];

/** The errors of a call that sets a picture. */
export const pictureErrors: Codes = ['file_too_large', 'picture_too_large', 'file_type_not_allowed'];

/** The errors of a call that takes a file as a form. */
export const uploadErrors: Codes = [
  'file_too_large',
  'file_type_not_allowed',
  'upload_interrupted',
  'upload_failed',
  'disk_full',
];

/** The errors of a call that takes a file chunk by chunk. */
export const chunkErrors: Codes = [...uploadErrors, 'upload_received', 'file_damaged'];

/** The errors while a second admin has not agreed. */
export const approvalErrors: Codes = ['approval_needed', 'approval_declined', 'approval_impossible'];
