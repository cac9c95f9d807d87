import { createBatcher } from '../../../core/jobs/batcher.ts';
import type { LogEvent } from '../../../shared/log-events.ts';
import type { Services } from '../../../shared/services/services.ts';
import type { DeviceSocket } from '../device-socket.ts';

/** Sends connected devices a frame whenever what it tells has changed. */
export interface FrameSender {
  /** Sends the frame to one device. A client that did not name its platform would not understand it and gets none. */
  send(deviceId: number): void;
  /** Sends it to those of the connected devices that are found. */
  sendToFound(find: (deviceIds: number[]) => Promise<readonly number[]>): Promise<void>;
  /** Retries where it could not be read. Call it every few seconds. */
  catchUp(): void;
  /** Ends the subscriptions; resolves when everything queued is sent. */
  close(): Promise<void>;
}

interface FrameSource {
  /** Reads what is told to these devices, and sends it. */
  sendTo: (deviceIds: number[]) => Promise<void>;
  /** What is logged when it could not be read. */
  failure: { event: LogEvent; message: string };
  /** Subscribes to what changes it. */
  subscribe: (sender: Pick<FrameSender, 'send' | 'sendToFound'>) => (() => void)[];
}

export function createFrameSender(
  { log }: Pick<Services, 'log'>,
  online: ReadonlyMap<number, DeviceSocket>,
  { sendTo, failure, subscribe }: FrameSource,
): FrameSender {
  /** Devices for which reading it failed. */
  const failed = new Set<number>();
  const batcher = createBatcher<number>((deviceIds) => sendTo([...new Set(deviceIds)]), markFailed);

  function markFailed(error: unknown, deviceIds: readonly number[]): void {
    log.error({ err: error, event: failure.event }, failure.message);
    for (const deviceId of deviceIds) failed.add(deviceId);
  }

  function send(deviceId: number): void {
    if (online.get(deviceId)?.knowsSupervision) batcher.add(deviceId);
  }

  async function sendToFound(find: (deviceIds: number[]) => Promise<readonly number[]>): Promise<void> {
    const deviceIds = [...online.keys()];
    if (deviceIds.length === 0) return;
    try {
      for (const deviceId of await find(deviceIds)) send(deviceId);
    } catch (error) {
      markFailed(error, deviceIds);
    }
  }

  const subscriptions = subscribe({ send, sendToFound });

  return {
    send,
    sendToFound,
    catchUp() {
      const again = [...failed];
      failed.clear();
      for (const deviceId of again) send(deviceId);
    },
    async close() {
      for (const unsubscribe of subscriptions) unsubscribe();
      await batcher.idle();
    },
  };
}
