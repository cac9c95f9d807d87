import {
  cancelCommand,
  errorText,
  gallery,
  galleryFetch,
  galleryFetchHistory,
  isFinalStep,
  nonFinalCommands,
  type GalleryItem,
} from '@fairwatch/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../core/api/client.ts';
import { invalidate, query } from '../../core/api/query.ts';
import { useCan } from '../../core/components/can.tsx';
import { ApiError, textOfError } from '../../core/api/api-error.ts';
import { deviceRefusal } from '../../core/device-feature/consent/device-refusal.ts';
import type { DeviceFeatureList } from '../../core/device-feature/use-device-feature.ts';
import { useDeviceFeatureTexts } from '../../core/device-feature/use-device-feature-texts.ts';
import { i18n } from '../../core/i18n/i18n.ts';

/** `waiting`: in the queue. `running`: requested from the device. Null: not requested. */
export type OriginalState = 'waiting' | 'running' | null;

/** The queue of originals that are requested from the device. One runs at a time, because a device has one open command at a time. */
export interface Originals {
  request: (items: readonly GalleryItem[]) => void;
  /** Cancels the running request and empties the queue. */
  stop: () => void;
  stateOf: (item: GalleryItem) => OriginalState;
  /** The ids of the items whose originals arrived while this page was open. */
  arrived: ReadonlySet<number>;
  /** The error texts of failed requests, by item id; empty when the device gave none. */
  failures: ReadonlyMap<number, string>;
  current: GalleryItem | null;
  percent: number | null;
  waiting: number;
  /** True while the queue waits for the command of another admin. */
  isWaitingForOthers: boolean;
  /** Why nothing can be requested now, or null. */
  reason: string | null;
  /** The client's own explanation of why it cannot send originals, shown in full; null when it can. */
  refusal: string | null;
}

interface Running {
  item: GalleryItem;
  /** Null until the server has accepted the command. */
  commandId: number | null;
}

/** How often the command is polled. The console's socket reports each step earlier, unless it is disconnected. */
const pollIntervalMs = 3000;

export function useOriginals(list: DeviceFeatureList<GalleryItem>): Originals {
  const { deviceId, commands } = list;
  const [queue, setQueue] = useState<readonly GalleryItem[]>([]);
  const [running, setRunning] = useState<Running | null>(null);
  const [failures, setFailures] = useState<ReadonlyMap<number, string>>(new Map());
  const [arrived, setArrived] = useState<ReadonlySet<number>>(new Set());
  /** An item that was stopped before the server had accepted its command. */
  const stopped = useRef<GalleryItem | null>(null);
  const { open, known } = commands;

  const history = useQuery({
    ...query(galleryFetchHistory, { deviceId }),
    enabled: running !== null && running.commandId !== null,
    refetchInterval: pollIntervalMs,
  });
  const ended = history.data?.data.find(({ id, stepType }) => id === running?.commandId && isFinalStep(stepType));

  const fail = ({ id }: GalleryItem, reason: string) => setFailures((before) => new Map(before).set(id, reason));

  async function start(item: GalleryItem): Promise<void> {
    try {
      const { data } = await call(galleryFetch, { deviceId, itemId: item.id });
      setRunning((current) => (current?.item.id === item.id ? { item, commandId: data.id } : current));
      if (stopped.current === item) void cancel(deviceId, data.id);
      await invalidate(nonFinalCommands, deviceId);
    } catch (error) {
      await invalidate(nonFinalCommands, deviceId);
      setRunning(null);
      // Somebody else sent a command first, so the item goes back to the head of the queue.
      if (error instanceof ApiError && error.code === 'commands_pending') setQueue((rest) => [item, ...rest]);
      else {
        setQueue([]);
        fail(item, textOfError(error));
      }
    }
  }

  const [next] = queue;
  const canStart = next !== undefined && running === null && known && open === null;
  useEffect(() => {
    if (!canStart || next === undefined) return;
    setQueue((rest) => rest.slice(1));
    stopped.current = null;
    setRunning({ item: next, commandId: null });
    void start(next);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs once per item
  }, [canStart, next]);

  useEffect(() => {
    if (!ended || !running) return;
    setRunning(null);
    if (ended.stepType === 'CANCELLED') setQueue([]);
    else if (ended.stepType !== 'DONE') fail(running.item, ended.errorDetails ?? '');
    else setArrived((before) => new Set(before).add(running.item.id));
    void Promise.all([invalidate(gallery.list, deviceId), invalidate(nonFinalCommands, deviceId)]);
  }, [ended, running, deviceId]);

  return {
    request: (items) => {
      const wanted = items.filter((item) => item.fileHash === null && item.id !== running?.item.id);
      setFailures((before) => new Map([...before].filter(([id]) => !wanted.some((item) => item.id === id))));
      setQueue((before) => [...before, ...wanted.filter((item) => !before.some(({ id }) => id === item.id))]);
    },
    stop: () => {
      setQueue([]);
      if (running?.commandId) void cancel(deviceId, running.commandId);
      else stopped.current = running?.item ?? null;
    },
    stateOf: ({ id }) => {
      if (running?.item.id === id) return 'running';
      return queue.some((item) => item.id === id) ? 'waiting' : null;
    },
    arrived,
    failures,
    current: running?.item ?? null,
    percent: open !== null && open.id === running?.commandId ? open.progress : null,
    waiting: queue.length,
    isWaitingForOthers: running === null && queue.length > 0 && open !== null,
    refusal: deviceRefusal(list.device, 'FETCH_MEDIA'),
    reason: useReason(list, running !== null || queue.length > 0),
  };
}

/** Why the buttons are disabled, or null. The server checks again; this only avoids requests that it would refuse. */
function useReason({ device, commands }: DeviceFeatureList<GalleryItem>, isOwnCommand: boolean): string | null {
  const { t } = useDeviceFeatureTexts();
  const isAllowed = useCan(galleryFetch);
  if (!isAllowed) return t('readOnly');
  const refusal = deviceRefusal(device, 'FETCH_MEDIA');
  if (refusal !== null) return refusal;
  if (device?.status === 'Offline') return i18n.t('gallery:original.offline');
  return commands.open !== null && !isOwnCommand ? errorText('commands_pending') : null;
}

async function cancel(deviceId: number, commandId: number): Promise<void> {
  // Cancelling fails when the command has just ended, which is fine.
  await call(cancelCommand, { deviceId, commandId }).catch(() => undefined);
  await invalidate(galleryFetchHistory, deviceId);
}
