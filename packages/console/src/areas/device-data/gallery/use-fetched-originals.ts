import {
  gallery,
  galleryFetch,
  limits,
  type GalleryItem,
  type Run,
  type RunAction,
  type RunItem,
} from '@fairwatch/contract';
import { useEffect, useRef, useState } from 'react';
import { textOfError } from '../../../core/api/api-error.ts';
import { invalidate } from '../../../core/api/query.ts';
import { useCan } from '../../../core/components/can.tsx';
import { deviceRefusal } from '../../../shared/device-feature/consent/device-refusal.ts';
import type { DeviceFeatureList } from '../../../shared/device-feature/use-device-feature.ts';
import { useDeviceFeatureTexts } from '../../../shared/device-feature/use-device-feature-texts.ts';
import { i18n } from '../../../core/i18n/i18n.ts';
import { openPercentOf, runProgress } from '../../../shared/run-progress/run-progress.ts';
import { startDeviceRun } from '../../../shared/run-progress/start-run.ts';
import { useDeviceRuns } from '../../../shared/run-progress/use-device-runs.ts';
import { isProblem, problemText, readItems, stopRun, watchRun } from '../../../shared/run-progress/watch-run.ts';

/** The originals of photos and videos that are requested from the device. The server fetches them in runs. */
export interface Originals {
  request: (items: readonly GalleryItem[]) => void;
  /** Cancels the runs that fetch originals. */
  stop: () => void;
  /** True while the item is requested. */
  isRequested: (item: GalleryItem) => boolean;
  /** The ids of the items whose originals arrived while this page was open. */
  arrived: ReadonlySet<number>;
  /** The error texts of failed requests, by item id. */
  failures: ReadonlyMap<number, string>;
  /** The runs that fetch originals now, started on this page or before. */
  runs: readonly Run[];
  /** How far they are; null while nothing has come. */
  percent: number | null;
  /** True while the device is busy with another command. */
  isWaitingForOthers: boolean;
  /** Why nothing can be requested now, or null. */
  reason: string | null;
  /** The client's own explanation of why it cannot send originals, shown in full; null when it can. */
  refusal: string | null;
}

/** A run that was started on this page, and the items that it fetches, in its order. */
interface Request {
  run: Run;
  items: readonly GalleryItem[];
}

export function useFetchedOriginals(list: DeviceFeatureList<GalleryItem>): Originals {
  const { deviceId, commands } = list;
  const { open } = commands;
  const [requests, setRequests] = useState<readonly Request[]>([]);
  /** Items whose run is being started. */
  const [starting, setStarting] = useState<readonly GalleryItem[]>([]);
  const [failures, setFailures] = useState<ReadonlyMap<number, string>>(new Map());
  const [arrived, setArrived] = useState<ReadonlySet<number>>(new Set());
  const page = useRef(new AbortController());
  useEffect(() => {
    page.current = new AbortController();
    const { current } = page;
    return () => current.abort();
  }, []);
  const others = useDeviceRuns(deviceId).filter(
    ({ id, action }) => action === 'FETCH_MEDIA' && !requests.some(({ run }) => run.id === id),
  );
  const runs = [...requests.map(({ run }) => run), ...others];
  const requested = new Set([...starting, ...requests.flatMap(({ items }) => items)].map(({ id }) => id));

  const fail = (items: readonly GalleryItem[], reason: string) =>
    setFailures((before) => new Map([...before, ...items.map(({ id }) => [id, reason] as const)]));

  async function start(items: readonly GalleryItem[]): Promise<void> {
    setStarting((before) => [...before, ...items]);
    try {
      const action: RunAction = { action: 'FETCH_MEDIA', itemIds: items.map(({ id }) => id) };
      const run = await startDeviceRun({ deviceId, action, uses: [galleryFetch] });
      setRequests((before) => [...before, { run, items }]);
      void follow({ run, items });
    } catch (error) {
      fail(items, textOfError(error));
    } finally {
      setStarting((before) => before.filter((item) => !items.includes(item)));
    }
  }

  /** Follows a run while the page is open. Leaving the page does not stop it. */
  async function follow({ run: { id }, items }: Request): Promise<void> {
    const { signal } = page.current;
    try {
      const ended = await watchRun(id, signal, (run) =>
        setRequests((before) => before.map((each) => (each.run.id === id ? { ...each, run } : each))),
      );
      await invalidate(gallery.list, deviceId);
      // What came before the admin cancelled the rest is shown by the list.
      if (ended.state === 'CANCELLED') return;
      const failed = failuresOf(items, await readItems(id));
      const come = items.filter((item) => !failed.has(item.id)).map((item) => item.id);
      setFailures((before) => new Map([...before, ...failed]));
      setArrived((before) => new Set([...before, ...come]));
    } catch (error) {
      if (!signal.aborted) fail(items, textOfError(error));
    } finally {
      setRequests((before) => before.filter(({ run }) => run.id !== id));
    }
  }

  return {
    request: (items) => {
      const wanted = items.filter((item) => item.fileHash === null && !requested.has(item.id));
      setFailures((before) => new Map([...before].filter(([id]) => !wanted.some((item) => item.id === id))));
      for (const some of chunks(wanted, limits.run.itemsPerDevice)) void start(some);
    },
    stop: () => {
      for (const { id, mine } of runs) if (mine) void stopRun(id);
    },
    isRequested: ({ id }) => requested.has(id),
    arrived,
    failures,
    runs,
    percent: percentOf(runs, open),
    isWaitingForOthers: runs.length > 0 && open !== null && !runs.some(({ id }) => id === open.runId),
    refusal: deviceRefusal(list.device, 'FETCH_MEDIA'),
    reason: useReason(list),
  };
}

function chunks(items: readonly GalleryItem[], size: number): GalleryItem[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

/** The mean progress of the runs; null while it is 0. */
function percentOf(runs: readonly Run[], open: DeviceFeatureList<GalleryItem>['commands']['open']): number | null {
  const sum = runs.reduce((all, run) => all + runProgress(run.counts, openPercentOf(run, open)).percent, 0);
  return sum === 0 ? null : Math.floor(sum / runs.length);
}

/**
 * The originals that did not come, with the reasons. A run's items fetch the originals in order: one each, or lists of
 * `limits.run.filesPerCommand`, depending on the client. Where a part of a list failed, the reason names its files.
 */
export function failuresOf(
  wanted: readonly Pick<GalleryItem, 'id' | 'fileName'>[],
  items: readonly Pick<RunItem, 'state' | 'reason'>[],
): Map<number, string> {
  const size = items.length === wanted.length ? 1 : limits.run.filesPerCommand;
  const failures = items.flatMap((item, index) => {
    if (!isProblem(item)) return [];
    const fetched = wanted.slice(index * size, (index + 1) * size);
    const failed =
      item.state === 'DONE' ? fetched.filter(({ fileName }) => item.reason.includes(`${fileName}: `)) : fetched;
    return failed.map(({ id }) => [id, problemText(item)] as const);
  });
  return new Map(failures);
}

/** Why the buttons are disabled, or null. The server checks again; this only avoids requests that it would refuse. */
function useReason({ device }: DeviceFeatureList<GalleryItem>): string | null {
  const { t } = useDeviceFeatureTexts();
  const isAllowed = useCan(galleryFetch);
  if (!isAllowed) return t('readOnly');
  const refusal = deviceRefusal(device, 'FETCH_MEDIA');
  if (refusal !== null) return refusal;
  return device?.status === 'Offline' ? i18n.t('gallery:original.offline') : null;
}
