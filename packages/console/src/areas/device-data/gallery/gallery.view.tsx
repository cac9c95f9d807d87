import '@mantine/core/styles/Skeleton.layer.css';
import { galleryAlbums, type MediaKind } from '@fairwatch/contract';
import { NativeSelect, Skeleton } from '@mantine/core';
import { IconMovie, IconPhoto } from '@tabler/icons-react';
import { Suspense, lazy } from 'react';
import { useQuery } from '@tanstack/react-query';
import { DeviceFeatureHeader } from '../../../shared/device-feature/device-feature-header.tsx';
import { DeviceFeaturePanel } from '../../../shared/device-feature/device-feature-page.tsx';
import { addTexts } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { columns } from './gallery.columns.ts';
import texts from './gallery.texts.json';
import { useGallery, type Gallery } from './use-gallery.ts';
import classes from './gallery.module.css';
import { query } from '../../../core/api/query.ts';
import { FilterSelect } from '../../../core/components/filters/filter-select.tsx';

addTexts('gallery', texts.gallery);
addTexts('photos', texts.photos);
addTexts('videos', texts.videos);

/** Lazy, because the grid is large and has nothing to show before the first response. */
const GalleryBoard = lazy(async () => ({ default: (await import('./gallery-board.tsx')).GalleryBoard }));

const pages = {
  PHOTO: { namespace: 'photos', icon: IconPhoto },
  VIDEO: { namespace: 'videos', icon: IconMovie },
} as const;

/** The photos of a device. */
export function PhotosView() {
  return <GalleryPage kind="PHOTO" />;
}

/** The videos of a device. */
export function VideosView() {
  return <GalleryPage kind="VIDEO" />;
}

function GalleryPage({ kind }: { kind: MediaKind }) {
  const gallery = useGallery(kind);
  const { list, days, error } = gallery;
  const rows = {
    ...list.rows,
    error,
    loading: list.rows.loading || days === undefined,
    refetch: error === null ? list.rows.refetch : gallery.refetch,
  };
  const { namespace, icon } = pages[kind];
  return (
    <>
      <DeviceFeatureHeader list={list} texts={namespace} />
      <DeviceFeaturePanel
        list={{ ...list, rows }}
        columns={columns}
        icon={icon}
        texts={namespace}
        filters={<GalleryFilters gallery={gallery} />}
        loading={<SkeletonGrid />}
        footer={false}
      >
        <Suspense fallback={<SkeletonGrid />}>
          <GalleryBoard gallery={gallery} days={days ?? null} />
        </Suspense>
      </DeviceFeaturePanel>
    </>
  );
}

/** Empty cells while the gallery is loading. */
function SkeletonGrid() {
  return (
    <div className={classes.skeletons} aria-busy aria-hidden>
      {Array.from({ length: 24 }, (_, index) => (
        <Skeleton key={index} style={{ aspectRatio: 1 }} />
      ))}
    </div>
  );
}

const orders = ['takenAt desc', 'takenAt asc', 'fileName asc', 'fileName desc', 'size desc', 'size asc'] as const;

/** The filters of this page: album and sort order. Days and search come with every device page. */
function GalleryFilters({ gallery: { list, kind } }: { gallery: Gallery }) {
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
