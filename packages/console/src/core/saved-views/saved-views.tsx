import { IconBookmark } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useComponentTexts } from '../components/use-component-texts.ts';
import tool from '../components/tool-button.module.css';
import type { HiddenColumns } from './use-saved-views.ts';

interface SavedViewsProps {
  /** Tells lists apart. */
  list: string;
  /** Where the list lets one choose its columns. */
  columns?: HiddenColumns;
}

// Comes once the list stands; its place is kept.
const SavedViewsMenu = lazy(async () => ({ default: (await import('./saved-views-menu.tsx')).SavedViewsMenu }));

/** How a list was seen before, under names: to come back to by one press. */
export function SavedViews(props: SavedViewsProps) {
  return (
    <Suspense fallback={<SavedViewsPlace />}>
      <SavedViewsMenu {...props} />
    </Suspense>
  );
}

function SavedViewsPlace() {
  const { t } = useComponentTexts();
  return (
    <span className={tool.button} aria-hidden>
      <IconBookmark size={16} />
      <span className={tool.word}>{t('views')}</span>
    </span>
  );
}
