import type { Icon } from '@tabler/icons-react';
import { Link, useLocation } from 'wouter';
import { useLive } from '../live/companion-context.ts';
import type { LiveState } from '../live/live-state.ts';
import type texts from '../texts/common.texts.json';
import classes from './navigation.module.css';
import { commonText } from '../texts/common.texts.ts';

export interface NavItem {
  path: string;
  /** The key of its label. */
  label: keyof typeof texts.pages;
  icon: Icon;
  /** Further paths for which this item is marked as current. */
  below?: readonly string[];
  /** The number of items that wait for the person. */
  count?: (live: LiveState) => number;
}

const none = () => 0;
const nothing: readonly string[] = [];

export function Navigation({ items }: { items: readonly NavItem[] }) {
  return (
    <nav className={classes.navigation} aria-label={commonText('pages.label')}>
      {items.map((item) => (
        <NavigationLink key={item.path} item={item} />
      ))}
    </nav>
  );
}

function NavigationLink({ item: { path, label: key, icon: Sign, below = nothing, count = none } }: { item: NavItem }) {
  const [location] = useLocation();
  const waiting = useLive(count);
  const label = commonText(`pages.${key}`);
  const isHere = path === '/' ? location === '/' : [path, ...below].some((each) => isWithin(location, each));
  const name = waiting > 0 ? commonText('newItems', { name: label, count: waiting }) : label;
  return (
    <Link href={path} className={classes.link} aria-current={isHere ? 'page' : undefined} aria-label={name}>
      <span className={classes.sign}>
        <Sign size={24} stroke={1.75} aria-hidden />
        {waiting > 0 && (
          <span className={classes.count} aria-hidden>
            {waiting > 99 ? '99+' : waiting}
          </span>
        )}
      </span>
      <span>{label}</span>
    </Link>
  );
}

function isWithin(location: string, path: string): boolean {
  return location === path || location.startsWith(`${path}/`);
}
