import { Link } from '@tanstack/react-router';
import type { PageLink } from '../../router/page-link.ts';
import classes from './page-tabs.module.css';

interface PageTab {
  label: string;
  link: PageLink;
  isCurrent: boolean;
}

interface PageTabsProps {
  /** The accessible name of the tabs. */
  label: string;
  tabs: readonly PageTab[];
}

/** The parts of a page, each with its own address. */
export function PageTabs({ label, tabs }: PageTabsProps) {
  return (
    <nav className={classes.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.label}
          {...tab.link}
          resetScroll={false}
          aria-current={tab.isCurrent ? 'page' : undefined}
          activeProps={{}}
          className={classes.tab}
          data-current={tab.isCurrent || undefined}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
