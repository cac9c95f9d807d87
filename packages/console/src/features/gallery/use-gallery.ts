import { gallery, galleryDays, galleryTicket, type GalleryItem, type MediaKind } from '@fairwatch/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { query } from '../../core/api/query.ts';
import { useContent, type ContentAddressOf } from '../../core/content/use-content.ts';
import { useDeviceFeature, type DeviceFeatureList } from '../../core/device-feature/use-device-feature.ts';
import type { Day } from './layout.ts';

/** Days are those of whoever looks. */
const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();

/** What the page asks the server for: the same for its items, their days and their export. */
export interface GalleryInput {
  deviceId: number;
  search: string;
  sortBy: 'takenAt' | 'fileName' | 'size';
  sortDirection: 'asc' | 'desc';
  filter: Readonly<Record<string, unknown>>;
}

export interface Gallery {
  kind: MediaKind;
  list: DeviceFeatureList<GalleryItem>;
  input: GalleryInput;
  total: number;
  /** Why its items or their days could not be had. */
  error: Error | null;
  refetch: () => Promise<unknown>;
  /** In the list's order; null when the list is not by time, undefined until they are known. */
  days: readonly Day[] | null | undefined;
  addressOf: ContentAddressOf;
}

/** The photos or the videos of the device in the URL. Items are read by whoever shows them. */
export function useGallery(kind: MediaKind): Gallery {
  const list = useDeviceFeature(gallery, { only: { kind } });
  const { deviceId, rows, filter } = list;
  const { search, sortBy, sortDirection } = rows.view;
  const byTime = sortBy === 'takenAt';
  const input = { deviceId, search, sortBy, sortDirection, filter: { ...filter.input, kind } } as GalleryInput;
  const days = useQuery({
    ...query(galleryDays, { deviceId, search, filter: input.filter, timeZone }),
    enabled: byTime && list.shared,
  });
  const found = days.data?.data;
  const ordered = useMemo(() => (sortDirection === 'asc' ? found?.toReversed() : found), [found, sortDirection]);
  return {
    kind,
    list,
    input,
    total: rows.pagination?.totalItems ?? 0,
    error: rows.error ?? (byTime && found === undefined ? days.error : null),
    refetch: rows.error === null ? days.refetch : rows.refetch,
    days: byTime ? ordered : null,
    addressOf: useContent(galleryTicket, deviceId),
  };
}
