import type { AuditDetails, Capability, Command, CommandType } from '@fairwatch/contract';

export interface NewCommand {
  deviceId: number;
  commandType: CommandType;
  params: Readonly<Record<string, unknown>>;
  /** The disclosure policy must let the admin command it at the moment of the insert, when the client must also offer the command. */
  capability: Capability;
  /** The admin who requests it. */
  requestedBy: number;
  /** The path of the endpoint, for the audit entry. */
  subject: string;
  /** What the command is about, for its entry in the log. */
  details?: Readonly<AuditDetails>;
  deadlineMs: number;
}

/** `not_shared` also when the admin may not use the device. */
export type QueuedCommand = { command: Command } | { refused: 'pending' | 'not_shared' };

export interface CommandQueue {
  /** Queues a command together with those that others ask for at the same moment. */
  add(command: NewCommand): Promise<QueuedCommand>;
}
