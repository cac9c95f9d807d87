import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { Tooltip } from '../components/tooltip.tsx';
import type { Page } from '../router/page.ts';
import { useCurrentPage } from '../router/pages-context.ts';
import { navIcons } from './nav-icons.tsx';
import classes from './sidebar.module.css';
import { useNavTexts, useShellTexts } from './use-shell-texts.ts';

// What it asks for comes once the page stands.
const TicketCount = lazy(async () => ({ default: (await import('./ticket-count.tsx')).TicketCount }));

interface NavItemProps {
  page: Page;
  collapsed: boolean;
  onNavigate: (() => void) | undefined;
}

/** One line of the sidebar. A page this version does not have is named, marked and not a link. */
export function NavItem({ page, collapsed, onNavigate }: NavItemProps) {
  const { t } = useShellTexts();
  const { t: name } = useNavTexts();
  const { deviceId } = useCurrentPage();
  const Icon = page.nav === null ? null : navIcons[page.nav.icon];
  const label = name(page.label);
  const soon = page.view === null;
  const content = (
    <>
      {Icon !== null && <Icon size={18} stroke={1.6} aria-hidden />}
      <span className={classes.label}>{label}</span>
      {soon && <span className={classes.soon}>{t('soon')}</span>}
      {page.nav?.count !== undefined && (
        <Suspense>
          <TicketCount of={page.nav.count} />
        </Suspense>
      )}
    </>
  );
  const hint = soon ? `${label}: ${t('soonHint')}` : label;
  return (
    <Tooltip label={hint} side="right" disabled={!collapsed && !soon}>
      {soon ? (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an anchor without href is no link to anybody
        <span role="link" aria-disabled="true" className={classes.item}>
          {content}
        </span>
      ) : (
        <Link
          to={page.path}
          params={{ deviceId: String(deviceId) }}
          activeOptions={{ exact: true, includeSearch: false }}
          className={classes.item}
          onClick={onNavigate}
        >
          {content}
        </Link>
      )}
    </Tooltip>
  );
}
