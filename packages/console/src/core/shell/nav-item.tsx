import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { Tooltip } from '../components/tooltip.tsx';
import { loadWhenBack } from '../connection/load-when-back.ts';
import type { Page } from '../router/page.ts';
import { useCurrentPage } from '../router/pages-context.ts';
import { navIcons } from './nav-icons.tsx';
import classes from './sidebar.module.css';
import { useNavTexts } from './use-shell-texts.ts';

// What it asks for comes once the page stands.
const NavCounter = lazy(async () => ({
  default: (await loadWhenBack(() => import('./nav-counter.tsx'))).NavCounter,
}));

interface NavItemProps {
  page: Page;
  collapsed: boolean;
  onNavigate: (() => void) | undefined;
}

/** One line of the sidebar. */
export function NavItem({ page, collapsed, onNavigate }: NavItemProps) {
  const { t: name } = useNavTexts();
  const { deviceId } = useCurrentPage();
  const Icon = page.nav === null ? null : navIcons[page.nav.icon];
  const label = name(page.label);
  return (
    <Tooltip label={label} side="right" disabled={!collapsed}>
      <Link
        to={page.path}
        params={{ deviceId: String(deviceId) }}
        activeOptions={{ exact: true, includeSearch: false }}
        className={classes.item}
        onClick={onNavigate}
      >
        {Icon !== null && <Icon size={18} stroke={1.6} aria-hidden />}
        <span className={classes.label}>{label}</span>
        {page.nav?.count !== undefined && (
          <Suspense>
            <NavCounter of={page.nav.count} />
          </Suspense>
        )}
      </Link>
    </Tooltip>
  );
}
