import { Link, useLocation } from 'wouter';
import classes from './page-tabs.module.css';
import { commonText } from '../texts/common.texts.ts';

interface PageTab {
  path: string;
  label: string;
  /** The number of unread items. */
  count?: number;
}

/** Links between pages that belong together. */
export function PageTabs({ label, tabs }: { label: string; tabs: readonly PageTab[] }) {
  const [location] = useLocation();
  return (
    <nav className={classes.tabs} aria-label={label}>
      {tabs.map(({ path, label: name, count = 0 }) => (
        <Link
          key={path}
          href={path}
          className={classes.tab}
          aria-current={location === path ? 'page' : undefined}
          aria-label={count > 0 ? commonText('newItems', { name, count }) : undefined}
        >
          {name}
          {count > 0 && (
            <span className={classes.count} aria-hidden>
              {count}
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}
