import { useEffect } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';

/** Sets the document title to the title of the page and the brand. */
export function useDocumentTitle(title: string): void {
  const { t } = useTranslation();
  const brand = t('brand');
  useEffect(() => {
    document.title = title === '' ? brand : `${title} · ${brand}`;
  }, [title, brand]);
}
