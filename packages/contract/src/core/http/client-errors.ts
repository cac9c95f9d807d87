/**
 * The error texts of the console itself, when there is no answer of the server. They are in a file of their own because every page
 * loads them.
 */
export const clientErrors = {
  invalid_response: 'Invalid response structure.',
  invalid_response_plaintext: 'Invalid response structure in PLAINTEXT mode.',
  invalid_response_clear_text: 'Invalid response structure in CLEAR_TEXT mode.',
  unknown_response_error: 'Unknown error.',
  decryption_failed: 'Error in decrypting or processing the server response.',
  encryption_unavailable:
    'This server asks for encrypted payloads, which browsers can only make over HTTPS. Please open the page by https://.',
  unknown_error: 'An unknown error occurred.',
  /** Also an error of the server; here for a session that ended without a call. */
  session_ended: 'Your session has ended. Please sign in again.',
  cookies_refused:
    'This browser keeps no cookies for this address, so nobody can stay signed in. Please allow them, or leave the private window.',
  socket_unreachable: 'Unable to connect to the server. Please try again later.',
  no_answer_in_time: 'The server did not answer in time. Please try again later.',
  socket_lost: 'Server connection lost. Please refresh the page.',
  user_nickname_failed: 'Failed to update user nickname.',
  device_nickname_failed: 'Failed to update device nickname.',
  file_too_large: 'File size exceeds {size}MB limit',
  file_type_not_allowed: 'File type not allowed',
  upload_failed: 'Upload failed',
  file_reading_failed: 'File reading failed',
} as const;
