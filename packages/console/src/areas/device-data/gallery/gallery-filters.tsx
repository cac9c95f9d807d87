import { galleryAlbums } from '@fairwatch/contract';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../core/api/query.ts';
import { FilterSelect } from '../../../core/components/filters/filter-select.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import type { Gallery } from './use-gallery.ts';

const orders = ['takenAt desc', 'takenAt asc', 'fileName asc', 'fileName desc', 'size desc', 'size asc'] as const;

/** The filters of this page: album and sort order. Days and search come with every device page. */
export function GalleryFilters({ gallery: { list, kind } }: { gallery: Gallery }) {
  const { t } = useTranslation('gallery');
  const { deviceId, filter, rows } = list;
  const albums = useQuery({ ...query(galleryAlbums, { deviceId, kind }), enabled: list.shared }).data?.data ?? [];
  return (
    <>
      <FilterSelect
        label={t('album')}
        any={t('allAlbums')}
        options={albums.map((each) => ({ value: each.album, label: t('albumCount', { ...each }) }))}
        value={filter.values.album}
        onChange={(album) => filter.change({ album })}
      />
      <NativeSelect
        flex="1 1 8rem"
        maw={144}
        aria-label={t('sort.label')}
        value={`${rows.view.sortBy} ${rows.view.sortDirection}`}
        onChange={(event) => {
          const [sortBy, direction] = event.currentTarget.value.split(' ');
          rows.view.change({ sortBy, sortDirection: direction === 'desc' ? 'desc' : 'asc' });
        }}
        data={orders.map((order) => ({ value: order, label: t(`sort.${order}`) }))}
      />
    </>
  );
}
