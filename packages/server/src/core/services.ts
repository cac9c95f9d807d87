import type { Logger } from 'pino';
import type { BlobStore } from './blobs/blob-store.ts';
import type { Disk } from './blobs/disk.ts';
import type { OpenTransfers } from './blobs/open-transfers.ts';
import type { Bus } from './bus.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './database/schema.ts';
import type { Mail } from './mail/letter.ts';
import type { NewsDesk } from './notifications/device-news.ts';
import type { Vault } from './vault.ts';
import type { PushSender } from './web-push/push-sender.ts';

/** What every feature may use. Built once in main, or by a test. */
export interface Services {
  config: Config;
  /** Of figures over time. Rows are stamped by the database. */
  clock: Clock;
  log: Logger;
  db: Database;
  bus: Bus;
  blobs: BlobStore;
  disk: Disk;
  transfers: OpenTransfers;
  mail: Mail;
  vault: Vault;
  news: NewsDesk;
  push: PushSender;
}
