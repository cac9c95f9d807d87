import type { MediaKind } from '@fairwatch/contract';
import { IconMovie, IconPhoto } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import frame from '../../core/components/data-table.module.css';
import { ErrorView } from '../../core/components/error-view.tsx';
import { ListEmptyView } from '../../core/components/list-empty-view.tsx';
import { DeviceFeatureHeader } from '../../core/device-feature/device-feature-header.tsx';
import { DeviceFeatureToolbar } from '../../core/device-feature/device-feature-page.tsx';
import { NotSharedView } from '../../core/device-feature/not-shared-view.tsx';
import { UpdateAction } from '../../core/device-feature/update-action.tsx';
import { addTexts } from '../../core/i18n/i18n.ts';
import { columns } from './gallery.columns.ts';
import texts from './gallery.texts.json';
import { GalleryFilters } from './gallery-filters.tsx';
import { SkeletonGrid } from './skeleton-grid.tsx';
import { useGallery, type Gallery } from './use-gallery.ts';

for (const [namespace, words] of Object.entries(texts)) addTexts(namespace, words);

/** The grid comes after the page stands: it is heavy and has nothing to show before the first answer. */
const GalleryBoard = lazy(async () => ({ default: (await import('./gallery-board.tsx')).GalleryBoard }));

const pages = {
  PHOTO: { words: 'photos', icon: IconPhoto },
  VIDEO: { words: 'videos', icon: IconMovie },
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
  const { words } = pages[kind];
  return (
    <>
      <DeviceFeatureHeader list={list} texts={words} />
      <div className={frame.panel}>
        {list.shared && (
          <div className={frame.toolbar}>
            <DeviceFeatureToolbar
              list={list}
              columns={columns}
              texts={words}
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
  const { words, icon } = pages[kind];
  const { t } = useTranslation(words);
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
