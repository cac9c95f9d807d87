import { adminList, percentOf, userList, type Access } from '@fairwatch/contract';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCan } from '../../../core/components/can.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import classes from './dashboard.module.css';
import { currentLanguage } from '../../../core/i18n/i18n.ts';
import { pageLink, type PageLink } from '../../../core/router/page-link.ts';

interface Counts {
  usersCount: number;
  devicesCount: number;
  adminsCount: number;
  activeDevicesCount: number;
}

/** The four counts at the top; each links to its list. */
export function KeyMetrics({ usersCount, devicesCount, adminsCount, activeDevicesCount }: Counts) {
  const { t } = useTranslation('dashboard');
  const share = percentOf(activeDevicesCount, devicesCount);
  return (
    <dl className={`fw-panel ${classes.metrics}`}>
      <KeyMetric
        name={t('metrics.active')}
        value={activeDevicesCount}
        link={pageLink('/device-list', { search: { status: 'Online' } })}
        main
      >
        <dd className={classes.share}>
          <span className="fw-meter" aria-hidden>
            <span style={{ width: `${share}%` }} />
          </span>
          {devicesCount === 0 ? t('metrics.noneYet') : t('metrics.activeOf', { percent: share })}
        </dd>
      </KeyMetric>
      <KeyMetric name={t('metrics.devices')} value={devicesCount} link={pageLink('/device-list')} />
      <KeyMetric name={t('metrics.users')} value={usersCount} link={pageLink('/users-list')} access={userList.access} />
      <KeyMetric
        name={t('metrics.admins')}
        value={adminsCount}
        link={pageLink('/role-management')}
        access={adminList.access}
      />
    </dl>
  );
}

interface KeyMetricProps {
  name: string;
  value: number;
  link: PageLink;
  /** Who may follow the link; every admin unless given. */
  access?: Access;
  main?: boolean;
  children?: ReactNode;
}

function KeyMetric({ name, value, link, access = 'admin', main, children }: KeyMetricProps) {
  const canOpen = useCan({ access });
  return (
    <div className={classes.metric} data-main={main || undefined}>
      <dt>
        {canOpen ? (
          <Link {...link} className="fw-plain-link fw-cover-link">
            {name}
          </Link>
        ) : (
          name
        )}
      </dt>
      <dd>{value.toLocaleString(currentLanguage())}</dd>
      {children}
    </div>
  );
}
