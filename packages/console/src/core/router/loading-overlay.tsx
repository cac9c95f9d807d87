import { useTranslation } from 'react-i18next';
import classes from './router.module.css';

/** Covers the screen while a page is on its way. It fades in late, so that quick loads show nothing. */
export function LoadingOverlay() {
  const { t } = useTranslation();
  return (
    <output className={classes.overlay}>
      <span className={classes.bar} aria-hidden />
      {t('loading')}
    </output>
  );
}
