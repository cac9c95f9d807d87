import { mayOpen } from '../router/guard.ts';
import { useCurrentPage, usePages } from '../router/pages-context.ts';
import { useSession } from '../session/session-store.ts';
import { DeviceCard } from './device-card.tsx';
import { DeviceSwitcher } from './device-switcher.tsx';
import { NavItem } from './nav-item.tsx';
import { arrange, panelOf } from './panels.ts';
import classes from './sidebar.module.css';
import { useNavTexts, useShellTexts } from './use-shell-texts.ts';

interface NavGroupsProps {
  place: 'side' | 'phone';
  collapsed: boolean;
  onNavigate: (() => void) | undefined;
}

/**
 * The groups with something to open, as the admin's panel arranges them: device pages only while a device is open, others
 * only what the admin may see.
 */
function useGroups() {
  const session = useSession();
  const { deviceId } = useCurrentPage();
  const open = usePages().filter((page) => mayOpen(session, page));
  const panel = panelOf(session.customSidebar);
  const groups = arrange(open, panel).filter(({ group }) => group !== 'device' || deviceId !== null);
  return { groups, compact: panel.compact };
}

/** Which device the device pages are about; on a phone, where the header has no room, also the way to another one. */
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

export function NavGroups({ place, collapsed, onNavigate }: NavGroupsProps) {
  const { t } = useShellTexts();
  const { t: name } = useNavTexts();
  const { groups, compact } = useGroups();
  return (
    <nav aria-label={t('navigation')} className={classes.nav} data-compact={compact || undefined}>
      {groups.map(({ group, items }) => (
        <section key={group} aria-label={name(`group.${group}`)}>
          {!collapsed && !compact && <div className={classes.group}>{name(`group.${group}`)}</div>}
          {group === 'device' && !collapsed && <DeviceHead place={place} onNavigate={onNavigate} />}
          <ul>
            {items.map((page) => (
              <li key={page.path}>
                <NavItem page={page} collapsed={collapsed} onNavigate={onNavigate} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}
