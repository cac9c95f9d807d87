import { Link } from '@tanstack/react-router';
import { Tooltip } from '../../../core/components/overlays/tooltip.tsx';
import type { Page } from '../../../core/router/page.ts';
import { useCurrentPage } from '../../../core/router/pages-context.ts';
import { NavCounter } from './nav-counter.tsx';
import { navIcons } from './nav-icons.tsx';
import classes from './sidebar.module.css';
import { useNavTexts } from '../texts/use-shell-texts.ts';
import { registryPageLink } from '../../../core/router/page-link.ts';

interface NavItemProps {
  page: Page;
  collapsed: boolean;
  onNavigate: (() => void) | undefined;
}

/** The sidebar's link to one page, with the number of its open items. */
export function NavItem({ page, collapsed, onNavigate }: NavItemProps) {
  const { t: name } = useNavTexts();
  const { deviceId } = useCurrentPage();
  const Icon = page.nav === null ? null : navIcons[page.nav.icon];
  const label = name(page.label);
  return (
    <Tooltip label={label} side="right" disabled={!collapsed}>
      <Link
        {...registryPageLink(page, deviceId)}
        activeOptions={{ exact: true, includeSearch: false }}
        className={classes.item}
        onClick={onNavigate}
      >
        {Icon !== null && <Icon size={18} stroke={1.6} aria-hidden />}
        <span className={`fw-ellipsis ${classes.label}`}>{label}</span>
        {page.nav?.count !== undefined && <NavCounter of={page.nav.count} />}
      </Link>
    </Tooltip>
  );
}
