import { ActionIcon } from '@mantine/core';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Mark } from '@fairwatch/look';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { Later } from '../../../core/components/later.tsx';
import { NavGroups } from './nav-groups.tsx';
import classes from './sidebar.module.css';
import { useShellTexts } from '../texts/use-shell-texts.ts';
import { VersionNote } from './version-note.tsx';
import { pageLink } from '../../../core/router/page-link.ts';

interface SidebarProps {
  place: 'side' | 'phone';
  collapsed: boolean;
  /** Collapses or expands the sidebar at the side; closes the phone menu. */
  onToggle: () => void;
}

function useToggle({ place, collapsed }: SidebarProps) {
  const { t } = useShellTexts();
  if (place === 'phone') return { Icon: IconX, label: t('closeMenu') };
  if (collapsed) return { Icon: IconLayoutSidebarLeftExpand, label: t('expand') };
  return { Icon: IconLayoutSidebarLeftCollapse, label: t('collapse') };
}

/** The brand, the links to all pages and the version; at the side of the page, or inside the phone menu. */
export function Sidebar(props: SidebarProps) {
  const { place, collapsed, onToggle } = props;
  const { t: common } = useTranslation();
  const toggle = useToggle(props);
  const onNavigate = place === 'phone' ? onToggle : undefined;
  return (
    <div className={classes.sidebar} data-collapsed={collapsed || undefined}>
      <div className={classes.top}>
        <Link {...pageLink('/')} className={classes.brand} onClick={onNavigate} aria-label={common('brand')}>
          <Mark size={26} />
          {!collapsed && <span>{common('brand')}</span>}
        </Link>
        <ActionIcon variant="subtle" color="gray" onClick={onToggle} aria-label={toggle.label}>
          <toggle.Icon size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
      </div>
      <Later>
        <NavGroups place={place} collapsed={collapsed} onNavigate={onNavigate} />
        <VersionNote collapsed={collapsed} />
      </Later>
    </div>
  );
}
