import type { UserProfile } from '@fairwatch/contract';
import { useTranslation } from 'react-i18next';
import classes from './dashboard.module.css';

function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 100);
}

/** The four counts at the top. */
export function Figures({ profile }: { profile: UserProfile }) {
  const { t, i18n } = useTranslation('dashboard');
  const { accessibleUsersCount, totalDevicesCount, adminUsersCount, activeDevicesCount } = profile;
  const figures = [
    { key: 'active', value: activeDevicesCount, share: percentOf(activeDevicesCount, totalDevicesCount) },
    { key: 'devices', value: totalDevicesCount },
    { key: 'users', value: accessibleUsersCount },
    { key: 'admins', value: adminUsersCount },
  ];
  return (
    <dl className={classes.figures}>
      {figures.map(({ key, value, share }) => (
        <div key={key} className={classes.figure} data-main={key === 'active' || undefined}>
          <dt>{t(`figures.${key}`)}</dt>
          <dd>{value.toLocaleString(i18n.language)}</dd>
          {share !== undefined && (
            <dd className={classes.share}>
              <span className={classes.meter} aria-hidden>
                <span style={{ width: `${share}%` }} />
              </span>
              {t('figures.activeOf', { percent: share })}
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
