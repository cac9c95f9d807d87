/** Apart from the catalogue of the server's errors, which would be a part of every first page. */
export const sessionEndedText = 'Your session has ended. Please sign in again.';

/** Texts that the console raises by itself, when no server answer explains what happened. */
export const clientErrors = {
  invalid_response: 'Invalid response structure.',
  invalid_response_plaintext: 'Invalid response structure in PLAINTEXT mode.',
  invalid_response_clear_text: 'Invalid response structure in CLEAR_TEXT mode.',
  unknown_response_error: 'Unknown error.',
  decryption_failed: 'Error in decrypting or processing the server response.',
  unknown_error: 'An unknown error occurred.',
  socket_unreachable: 'Unable to connect to the server. Please try again later.',
  socket_lost: 'Server connection lost. Please refresh the page.',
  user_nickname_failed: 'Failed to update user nickname.',
  device_nickname_failed: 'Failed to update device nickname.',
  file_too_large: 'File size exceeds {size}MB limit',
  file_type_not_allowed: 'File type not allowed',
  upload_failed: 'Upload failed',
  file_reading_failed: 'File reading failed',
} as const;
export type ClientErrorCode = keyof typeof clientErrors;
