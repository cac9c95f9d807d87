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
import { deviceRefusal } from '../../core/device-feature/device-refusal.ts';
import type { DeviceFeatureList } from '../../core/device-feature/use-device-feature.ts';
import { useDeviceFeatureTexts } from '../../core/device-feature/use-device-feature-texts.ts';
import { i18n } from '../../core/i18n/i18n.ts';

/** Where an item's original is on its way: in line, or being sent. */
export type OriginalState = 'waiting' | 'running' | null;

/** Originals that the page asks the device for, one after the other: a device has one open command at a time. */
export interface Originals {
  ask: (items: readonly GalleryItem[]) => void;
  /** Ends what is on its way and forgets the line. */
  stop: () => void;
  stateOf: (item: GalleryItem) => OriginalState;
  /** Those that came while this page was open. */
  arrived: ReadonlySet<number>;
  /** Why an original could not be had, by the item's id. */
  failures: ReadonlyMap<number, string>;
  current: GalleryItem | null;
  percent: number | null;
  waiting: number;
  /** The line waits for a command that somebody else asked for. */
  held: boolean;
  /** Why nothing can be asked for now, or null. */
  reason: string | null;
  /** The part of that which the device's own words say, to be written out; null for none. */
  refusal: string | null;
}

interface Asked {
  item: GalleryItem;
  /** Null until the server has taken it. */
  commandId: number | null;
}

const followEveryMs = 3000;

export function useOriginals(list: DeviceFeatureList<GalleryItem>): Originals {
  const { deviceId, commands } = list;
  const [line, setLine] = useState<readonly GalleryItem[]>([]);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [failures, setFailures] = useState<ReadonlyMap<number, string>>(new Map());
  const [arrived, setArrived] = useState<ReadonlySet<number>>(new Set());
  /** What was stopped before the server had answered that it takes it. */
  const stopped = useRef<GalleryItem | null>(null);
  const { open, known } = commands;

  const history = useQuery({
    ...query(galleryFetchHistory, { deviceId }),
    enabled: asked !== null && asked.commandId !== null,
    // The console's socket tells of each step; this is for when it is away.
    refetchInterval: followEveryMs,
  });
  const ended = history.data?.data.find(({ id, stepType }) => id === asked?.commandId && isFinalStep(stepType));

  const fail = ({ id }: GalleryItem, reason: string) => setFailures((before) => new Map(before).set(id, reason));

  async function start(item: GalleryItem): Promise<void> {
    try {
      const { data } = await call(galleryFetch, { deviceId, itemId: item.id });
      setAsked((now) => (now?.item.id === item.id ? { item, commandId: data.id } : now));
      if (stopped.current === item) void cancel(deviceId, data.id);
      await invalidate(nonFinalCommands, deviceId);
    } catch (error) {
      await invalidate(nonFinalCommands, deviceId);
      setAsked(null);
      // Somebody else was faster: it goes back to the head of the line.
      if (error instanceof ApiError && error.code === 'commands_pending') setLine((rest) => [item, ...rest]);
      else {
        setLine([]);
        fail(item, textOfError(error));
      }
    }
  }

  const [next] = line;
  const canStart = next !== undefined && asked === null && known && open === null;
  useEffect(() => {
    if (!canStart || next === undefined) return;
    setLine((rest) => rest.slice(1));
    stopped.current = null;
    setAsked({ item: next, commandId: null });
    void start(next);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each item whose turn it is
  }, [canStart, next]);

  useEffect(() => {
    if (!ended || !asked) return;
    setAsked(null);
    if (ended.stepType === 'CANCELLED') setLine([]);
    else if (ended.stepType !== 'DONE') fail(asked.item, ended.errorDetails ?? '');
    else setArrived((before) => new Set(before).add(asked.item.id));
    void Promise.all([invalidate(gallery.list, deviceId), invalidate(nonFinalCommands, deviceId)]);
  }, [ended, asked, deviceId]);

  return {
    ask: (items) => {
      const wanted = items.filter((item) => item.fileHash === null && item.id !== asked?.item.id);
      setFailures((before) => new Map([...before].filter(([id]) => !wanted.some((item) => item.id === id))));
      setLine((before) => [...before, ...wanted.filter((item) => !before.some(({ id }) => id === item.id))]);
    },
    stop: () => {
      setLine([]);
      if (asked?.commandId) void cancel(deviceId, asked.commandId);
      else stopped.current = asked?.item ?? null;
    },
    stateOf: ({ id }) => {
      if (asked?.item.id === id) return 'running';
      return line.some((item) => item.id === id) ? 'waiting' : null;
    },
    arrived,
    failures,
    current: asked?.item ?? null,
    percent: open !== null && open.id === asked?.commandId ? open.progress : null,
    waiting: line.length,
    held: asked === null && line.length > 0 && open !== null,
    refusal: deviceRefusal(list.device, 'FETCH_MEDIA'),
    reason: useReason(list, asked !== null || line.length > 0),
  };
}

/** The server decides; these reasons only save a refusal. */
function useReason({ device, commands }: DeviceFeatureList<GalleryItem>, busyWithOurs: boolean): string | null {
  const { t } = useDeviceFeatureTexts();
  const allowed = useCan(galleryFetch);
  if (!allowed) return t('readOnly');
  const refusal = deviceRefusal(device, 'FETCH_MEDIA');
  if (refusal !== null) return refusal;
  if (device?.status === 'Offline') return i18n.t('gallery:original.offline');
  return commands.open !== null && !busyWithOurs ? errorText('commands_pending') : null;
}

async function cancel(deviceId: number, commandId: number): Promise<void> {
  // One that has just ended needs no cancelling.
  await call(cancelCommand, { deviceId, commandId }).catch(() => undefined);
  await invalidate(galleryFetchHistory, deviceId);
}
