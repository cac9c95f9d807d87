import { IconBookmark } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useComponentTexts } from '../../core/components/use-component-texts.ts';
import tool from '../../core/components/buttons/tool-button.module.css';
import type { HiddenColumns } from './use-saved-views.ts';

interface SavedViewsProps {
  /** The name of the list, under which its views are stored. */
  list: string;
  /** For lists whose columns can be hidden. */
  columns?: HiddenColumns;
}

// Lazy, because the list comes first. A placeholder keeps the layout.
const SavedViewsMenu = lazy(async () => ({ default: (await import('./saved-views-menu.tsx')).SavedViewsMenu }));

/** The saved views of a list. */
export function SavedViews(props: SavedViewsProps) {
  return (
    <Suspense fallback={<SavedViewsPlaceholder />}>
      <SavedViewsMenu {...props} />
    </Suspense>
  );
}

function SavedViewsPlaceholder() {
  const { t } = useComponentTexts();
  return (
    <span className={tool.button} aria-hidden>
      <IconBookmark size={16} />
      <span className={tool.word}>{t('views')}</span>
    </span>
  );
}
