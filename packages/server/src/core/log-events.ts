/** The events that the technique logs, each with what it means. A name never changes: owners filter and alert by it. */
export const coreLogEvents = {
  'bus.connect_failed':
    'NATS cannot be reached, or refuses this server. The server tries again and polls the database.',
  'bus.frame_forged':
    'A picture over NATS does not have the signature of a server of this installation. Somebody else writes to NATS. At most one line a minute.',
  'bus.frames_failed': 'The connection to NATS for live pictures failed. The server tries again.',
  'bus.gap': 'Events of another server were lost. This server read from the database what they would have told it.',
  'bus.listener_failed': 'A subscriber failed to handle an event of this or another server. The others were told.',
  'bus.lost': 'The connection to NATS was lost. The server polls the database until it is back.',
  'bus.message_forged':
    'A message over NATS does not have the signature of a server of this installation, or was sent again. Somebody else writes to NATS. At most one line a minute.',
  'bus.message_refused': 'A message over NATS is not one that this version knows. At most one line a minute.',
  'bus.regained': 'The server is connected to NATS.',
  'bus.server_silent':
    'A server whose lease is valid has sent nothing over NATS for 1.5 s. This server polls the database meanwhile.',
  'database.lost': 'PostgreSQL ended or cannot be reached. The server brings it back.',
  'database.regain_failed': 'PostgreSQL could not be brought back yet. The server tries again.',
  'database.regained': 'PostgreSQL is back.',
  'disk.full': 'A request failed because the disk is full.',
  'files.store_unavailable': 'A request failed because the S3 store did not answer, or refused.',
  'http.answered': 'A request was answered. Logged at the level debug.',
  'http.request_failed': 'A request failed for a reason that the server does not know. The caller got the request id.',
  'mail.send_failed': 'The mail server, or the outbox folder, did not take a mail.',
  'scheduler.job_failed': 'A job that runs by time failed without having logged why. It runs again at its next time.',
  'security.refusals_left_out': 'More refusals came than are logged. The line has their number.',
  'security.refused': 'A sign-in failed, a call was not allowed, or a limit was reached.',
  'thumbnail.not_made': 'A picture has no thumbnail: it cannot be decoded, or would take too much memory.',
  'tls.reload_failed': 'The TLS certificate changed and the new one cannot be used. The old one stays.',
  'tls.reloaded': 'The TLS certificate changed and is used from now on.',
} as const satisfies Record<string, string>;

export type CoreLogEvent = keyof typeof coreLogEvents;
