import { mayOpen } from '../../../core/router/guard.ts';
import { useCurrentPage, usePages } from '../../../core/router/pages-context.ts';
import { useAdminSession } from '../../../core/session/session-store.ts';
import { DeviceSwitcher } from '../device/device-switcher.tsx';
import { NavItem } from './nav-item.tsx';
import { arrange, panelOf } from './panels.ts';
import { sidebarOf } from './preset-groups.ts';
import { PresetNav } from './preset-nav.tsx';
import type { ReactNode } from 'react';
import classes from './sidebar.module.css';
import { useNavTexts, useShellTexts } from '../texts/use-shell-texts.ts';
import { deviceSummary } from '@fairwatch/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { query } from '../../../core/api/query.ts';
import { useCan } from '../../../core/components/can.tsx';
import { StatusBadge } from '../../../core/components/badges/status-badge.tsx';
import { deviceName } from '../../device-feature/device/device-name.ts';
import { overviewAccess } from '../../device-feature/device/overview-access.ts';
import { pageLink } from '../../../core/router/page-link.ts';

interface NavGroupsProps {
  place: 'side' | 'phone';
  collapsed: boolean;
  onNavigate: (() => void) | undefined;
}

/** The sidebar's groups in the order of the admin's panel, with the pages that the admin may open. Device pages need an open device. */
function useGroups() {
  const session = useAdminSession();
  const { deviceId } = useCurrentPage();
  const accessible = usePages().filter((page) => mayOpen(session, page));
  const panel = panelOf(session.customSidebar);
  const groups = arrange(accessible, panel).filter(({ group }) => group !== 'device' || deviceId !== null);
  return { groups, compact: panel.compact };
}

/** The heading of the device pages. In the phone menu it also has the device switcher, for which the header has no room. */
function DeviceHead({ place, onNavigate }: Pick<NavGroupsProps, 'place' | 'onNavigate'>) {
  const { page, deviceId } = useCurrentPage();
  if (page === null || deviceId === null) return null;
  return (
    <>
      <DeviceCard deviceId={deviceId} onNavigate={onNavigate} />
      {place === 'phone' && (
        <DeviceSwitcher page={page} deviceId={deviceId} className={classes.switcher} onSwitch={onNavigate} />
      )}
    </>
  );
}

/** The links to all pages: in the groups of the installation's preset, or in the panel of the admin. */
export function NavGroups({ place, collapsed, onNavigate }: NavGroupsProps) {
  const { t } = useShellTexts();
  const hasPreset = sidebarOf(useAdminSession().installation.preset) !== null;
  const { groups, compact } = useGroups();
  const deviceHead = <DeviceHead place={place} onNavigate={onNavigate} />;
  return (
    <nav aria-label={t('navigation')} className={classes.nav} data-compact={(!hasPreset && compact) || undefined}>
      {hasPreset ? (
        <PresetNav collapsed={collapsed} onNavigate={onNavigate} deviceHead={deviceHead} />
      ) : (
        <PanelNav {...{ groups, compact, collapsed, onNavigate, deviceHead }} />
      )}
    </nav>
  );
}

interface PanelNavProps extends Pick<NavGroupsProps, 'collapsed' | 'onNavigate'>, ReturnType<typeof useGroups> {
  deviceHead: ReactNode;
}

/** The groups of the admin's panel. */
function PanelNav({ groups, compact, collapsed, onNavigate, deviceHead }: PanelNavProps) {
  const { t: name } = useNavTexts();
  return (
    <>
      {groups.map(({ group, items }) => (
        <section key={group} aria-label={name(`group.${group}`)}>
          {!collapsed && !compact && <div className={classes.group}>{name(`group.${group}`)}</div>}
          {group === 'device' && !collapsed && deviceHead}
          <ul>
            {items.map((page) => (
              <li key={page.path}>
                <NavItem page={page} collapsed={collapsed} onNavigate={onNavigate} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

interface DeviceCardProps {
  deviceId: number;
  onNavigate: (() => void) | undefined;
}

/** Names the device of the pages listed below it and links to its overview. It has the same height while the device loads. */
function DeviceCard({ deviceId, onNavigate }: DeviceCardProps) {
  const device = useQuery(query(deviceSummary, { deviceId })).data?.data;
  const canOpenOverview = useCan(overviewAccess);
  const content = device !== undefined && (
    <>
      <span className="fw-strong fw-ellipsis">{deviceName(device)}</span>
      <StatusBadge status={device.status} />
    </>
  );
  if (!canOpenOverview || device === undefined) return <div className={classes.device}>{content}</div>;
  return (
    <Link
      {...pageLink('/device/overview/$deviceId', { params: { deviceId } })}
      className={classes.device}
      onClick={onNavigate}
    >
      {content}
    </Link>
  );
}
