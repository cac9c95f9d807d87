import '@mantine/core/styles/Skeleton.layer.css';
import type { MediaKind } from '@fairwatch/contract';
import { Skeleton } from '@mantine/core';
import { IconMovie, IconPhoto } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import frame from '../../../core/components/table/data-table.module.css';
import { ErrorView } from '../../../core/components/page/error-view.tsx';
import { ListEmptyView } from '../../../core/components/table/list-empty-view.tsx';
import { DeviceFeatureHeader } from '../../../shared/device-feature/device-feature-header.tsx';
import { DeviceFeatureToolbar } from '../../../shared/device-feature/device-feature-page.tsx';
import { NotSharedView } from '../../../shared/device-feature/consent/not-shared-view.tsx';
import { UpdateAction } from '../../../shared/device-feature/commands/update-action.tsx';
import { addTexts } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { columns } from './gallery.columns.ts';
import texts from './gallery.texts.json';
import { GalleryFilters } from './gallery-filters.tsx';
import { useGallery, type Gallery } from './use-gallery.ts';
import classes from './gallery.module.css';

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
  const { list } = gallery;
  const { namespace } = pages[kind];
  return (
    <>
      <DeviceFeatureHeader list={list} texts={namespace} />
      <div className={frame.panel}>
        {list.shared && (
          <div className={frame.toolbar}>
            <DeviceFeatureToolbar
              list={list}
              columns={columns}
              texts={namespace}
              filters={<GalleryFilters gallery={gallery} />}
            />
          </div>
        )}
        <Body gallery={gallery} />
      </div>
    </>
  );
}

function Body({ gallery }: { gallery: Gallery }) {
  const { list, kind, total, days } = gallery;
  const { rows } = list;
  const { namespace, icon } = pages[kind];
  const { t } = useTranslation(namespace);
  if (!list.shared) return <NotSharedView error={rows.error} refetch={rows.refetch} />;
  if (gallery.error) return <ErrorView error={gallery.error} retry={gallery.refetch} />;
  if (rows.loading || days === undefined) return <SkeletonGrid />;
  if (total === 0) {
    return (
      <ListEmptyView
        list={rows}
        icon={icon}
        title={t('empty.title')}
        hint={t('empty.hint')}
        filter={list.filter}
        actions={<UpdateAction list={list} />}
      />
    );
  }
  return (
    <Suspense fallback={<SkeletonGrid />}>
      <GalleryBoard gallery={gallery} days={days} />
    </Suspense>
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
