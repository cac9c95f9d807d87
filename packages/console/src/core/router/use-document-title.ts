import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

/** Names the browser's tab after the page. */
export function useDocumentTitle(title: string): void {
  const { t } = useTranslation();
  const brand = t('brand');
  useEffect(() => {
    document.title = title === '' ? brand : `${title} · ${brand}`;
  }, [title, brand]);
}
