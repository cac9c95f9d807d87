import { adminList, percentOf, userList, type Access } from '@fairwatch/contract';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../core/components/can.tsx';
import classes from './dashboard.module.css';
import { currentLanguage } from '../../core/i18n/i18n.ts';

interface Counts {
  usersCount: number;
  devicesCount: number;
  adminsCount: number;
  activeDevicesCount: number;
}

/** The four counts at the top; each leads to its list. */
export function Figures({ usersCount, devicesCount, adminsCount, activeDevicesCount }: Counts) {
  const { t } = useTranslation('dashboard');
  const share = percentOf(activeDevicesCount, devicesCount);
  return (
    <dl className={classes.figures}>
      <Figure
        name={t('figures.active')}
        value={activeDevicesCount}
        to="/device-list"
        search={{ status: 'Online' }}
        main
      >
        <dd className={classes.share}>
          <span className={classes.meter} aria-hidden>
            <span style={{ width: `${share}%` }} />
          </span>
          {devicesCount === 0 ? t('figures.noneYet') : t('figures.activeOf', { percent: share })}
        </dd>
      </Figure>
      <Figure name={t('figures.devices')} value={devicesCount} to="/device-list" />
      <Figure name={t('figures.users')} value={usersCount} to="/users-list" access={userList.access} />
      <Figure name={t('figures.admins')} value={adminsCount} to="/role-management" access={adminList.access} />
    </dl>
  );
}

interface FigureProps {
  name: string;
  value: number;
  to: string;
  search?: Record<string, string>;
  /** Who may follow the link; every admin unless given. */
  access?: Access;
  main?: boolean;
  children?: ReactNode;
}

function Figure({ name, value, to, search, access = 'admin', main, children }: FigureProps) {
  const open = useCan({ access });
  return (
    <div className={classes.figure} data-main={main || undefined}>
      <dt>
        {open ? (
          <Link to={to} search={(search ?? {}) as never} className={classes.figureLink}>
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
