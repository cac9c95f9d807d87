import { pino, type DestinationStream, type Logger } from 'pino';
import type { LogLevel } from './config/config.ts';

/** The facts of a line: what happened, by a name that never changes, and what helps to find out why. */
export interface LogFacts<Event extends string> {
  event: Event;
  err?: unknown;
  [fact: string]: unknown;
}

type Write<Event extends string> = (facts: LogFacts<Event>, message: string) => void;

/** Writes lines with these events. Properties, not methods: only so is a log refused that does not know all of them. */
export interface Log<Event extends string> {
  readonly error: Write<Event>;
  readonly warn: Write<Event>;
  readonly info: Write<Event>;
  readonly debug: Write<Event>;
}

/** The log of a server, of which parts with lines of their own, such as Fastify, get a child. */
export type ServerLog<Event extends string> = Log<Event> & Pick<Logger, 'level' | 'child'>;

const secretFields = ['password', 'token', 'authorization', 'cookie', 'passcode', 'ticket', 'pass'];

/** Redacts secrets inside of texts, such as the token in a socket's URL. */
function redactText(line: string): string {
  return line
    .replace(/\b(token|password|passcode|ticket|pass)=[^&\s"\\]+/gi, '$1=[redacted]')
    .replace(/\bBearer\s+[^\s"\\]+/gi, 'Bearer [redacted]');
}

/** Creates the server's log: one JSON object per line, with secrets redacted. */
export function createLog<Event extends string>(level: LogLevel, destination?: DestinationStream): ServerLog<Event> {
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
