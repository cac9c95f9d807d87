import { pino, type DestinationStream, type Logger } from 'pino';
import type { LogLevel } from './config.ts';

const secretFields = ['password', 'token', 'authorization', 'cookie', 'passcode', 'ticket'];

/** Catches secrets inside texts, such as the token in a socket's URL, wherever they come from. */
function redactText(line: string): string {
  return line
    .replace(/\b(token|password|passcode|ticket)=[^&\s"\\]+/gi, '$1=[redacted]')
    .replace(/\bBearer\s+[^\s"\\]+/gi, 'Bearer [redacted]');
}

/** The server's log: one JSON object per line, without tokens and passwords. */
export function createLog(level: LogLevel, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: {
      paths: secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
      censor: '[redacted]',
    },
    hooks: { streamWrite: redactText },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
