import { gallery, galleryDays, galleryLinks, ownZone, type GalleryItem, type MediaKind } from '@fairwatch/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { query } from '../../../core/api/query.ts';
import { useContent, type ContentAddressOf } from '../../../core/content/use-content.ts';
import { useDeviceFeature, type DeviceFeatureList } from '../../../shared/device-feature/use-device-feature.ts';
import type { Day } from './grid/layout.ts';

/** Items are grouped by day in the time zone of the browser. */
const timeZone = ownZone();

/** The search, sort order and filter of the page, shared by the item and day queries. */
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
  /** The error of the item or day query. */
  error: Error | null;
  refetch: () => Promise<unknown>;
  /** In the order of the list; null when the list is not sorted by time, undefined while loading. */
  days: readonly Day[] | null | undefined;
  addressOf: ContentAddressOf;
}

/** The photos or videos of the device in the URL. The items themselves are loaded by `useItems`. */
export function useGallery(kind: MediaKind): Gallery {
  const list = useDeviceFeature(gallery, { only: { kind } });
  const { deviceId, rows, filter } = list;
  const { search, sortBy, sortDirection } = rows.view;
  const isByTime = sortBy === 'takenAt';
  const input = { deviceId, search, sortBy, sortDirection, filter: { ...filter.input, kind } } as GalleryInput;
  const days = useQuery({
    ...query(galleryDays, { deviceId, search, filter: input.filter, timeZone }),
    enabled: isByTime && list.shared,
  });
  const loadedDays = days.data?.data;
  const ordered = useMemo(
    () => (sortDirection === 'asc' ? loadedDays?.toReversed() : loadedDays),
    [loadedDays, sortDirection],
  );
  return {
    kind,
    list,
    input,
    total: rows.pagination?.totalItems ?? 0,
    error: rows.error ?? (isByTime && loadedDays === undefined ? days.error : null),
    refetch: rows.error === null ? days.refetch : rows.refetch,
    days: isByTime ? ordered : null,
    addressOf: useContent(galleryLinks, deviceId),
  };
}
