import type { Capability, InstallationFace, UsePolicy } from '@fairwatch/contract';
import type { OpenTransfers } from '../transfers/open-transfers.ts';
import type { Infrastructure } from '../infrastructure.ts';
import type { NotificationBatcher } from '../notify/device-event.ts';
import type { Availability } from './availability.ts';
import type { PushSender } from '../push/push-sender.ts';
import type { AuditLog } from './audit-log.ts';
import type { CommandQueue } from './command-queue.ts';
import type { Deliveries } from './deliveries.ts';
import type { PhoneTests } from './phone-tests.ts';

/** The policy of each capability: what the owner requires before it is used. */
export type UsePolicies = Readonly<Record<Capability, UsePolicy>>;

/**
 * The services that every feature may use. `app/create-services.ts` creates them once per server. State that outlives a request is part
 * of them, so that two servers in one process do not share it. Where such a part belongs to a folder that uses `Services` itself, only its
 * interface is declared here.
 */
export interface Services extends Infrastructure {
  availability: Availability;
  transfers: OpenTransfers;
  deviceEvents: NotificationBatcher;
  push: PushSender;
  auditLog: AuditLog;
  commandQueue: CommandQueue;
  deliveries: Deliveries;
  phoneTests: PhoneTests;
  policies: {
    /** Reads whether each capability requires a reason and a second admin. Cached, and read again after a change. */
    read(): Promise<UsePolicies>;
  };
  face: {
    /** Reads who this installation is for and which kinds of data it uses. Cached, and read again after a change. */
    read(): Promise<InstallationFace>;
  };
  contentKey: {
    /** Reads the key that links to files are signed with. Cached. */
    read(): Promise<Buffer>;
  };
}
