import type { OwnProcesses } from '../core/own-processes.ts';
import { startCeph, type S3Store } from './ceph.ts';
import { startMailSink, type MailSink } from './mail-sink.ts';
import { startNats, type Nats } from './nats.ts';
import { startPostgres, type Postgres } from './postgres.ts';

/** What the servers of all scenarios share. Each scenario has a database and a bucket of its own. */
export interface Parts {
  processes: OwnProcesses;
  postgres: Postgres;
  nats: Nats;
  s3: S3Store;
  mail: MailSink;
  close(): Promise<void>;
}

export async function startParts(processes: OwnProcesses): Promise<Parts> {
  const [postgres, nats, s3, mail] = await Promise.all([
    startPostgres(processes),
    startNats(processes),
    startCeph(processes),
    startMailSink(),
  ]);
  return {
    processes,
    postgres,
    nats,
    s3,
    mail,
    async close() {
      await mail.close();
      await postgres.stop();
    },
  };
}
