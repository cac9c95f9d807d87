import { Outlet } from '@tanstack/react-router';
import { Mark } from '@fairwatch/look';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import classes from './auth-layout.module.css';

const promises = ['known', 'visible', 'accountable'] as const;

/** The layout of the sign-in pages: the form on one side, the principles of supervision on the other. */
export function AuthLayout() {
  const { t } = useTranslation(['auth', 'common']);
  return (
    <div className={classes.layout}>
      <main className={classes.main}>
        <div className={classes.brand}>
          <Mark size={30} />
          {t('common:brand')}
        </div>
        <div className={classes.content}>
          <Outlet />
        </div>
      </main>
      <aside className={classes.promise}>
        <Mark size={560} className={classes.backdrop} />
        <p className={classes.claim}>{t('promise.title')}</p>
        <ul className={classes.rules}>
          {promises.map((rule) => (
            <li key={rule}>
              <strong>{t(`promise.${rule}.word`)}</strong>
              {t(`promise.${rule}.text`)}
            </li>
          ))}
        </ul>
      </aside>
    </div>
  );
}
