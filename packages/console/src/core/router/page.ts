import type { Access, FeaturePermission } from '@fairwatch/contract';
import type { ComponentType } from 'react';
import type { NavIconName } from '../shell/nav-icons.tsx';

/** Brings a page's code when it is first opened. */
export type LazyView = () => Promise<ComponentType>;

/** What the sidebar can count. */
export type NavCount = 'mine' | 'subordinates' | 'approvals';

export type NavGroup = 'main' | 'device' | 'admin' | 'menu';

/** One page inside the shell, as data: its route, its guard and its place in the sidebar all come from here. */
export interface Page {
  path: string;
  /** What the visitor must be able to read; null for every admin. */
  permission: FeaturePermission | null;
  /** What the visitor must hold where being able to read is not enough; it stands in for the permission's Read Only. */
  access?: Access;
  /** Key of its name, in the `nav` texts: document title, breadcrumb and sidebar. */
  label: string;
  view: LazyView;
  /** Null for pages that are reached from another page. */
  nav: {
    group: NavGroup;
    icon: NavIconName;
    /** Which number the sidebar shows beside the name: open tickets, or approvals that wait for this admin. */
    count?: NavCount;
  } | null;
}

/** A page outside the shell. */
interface PlainPage {
  path: string;
  view: LazyView;
}

/** Everything the router is made of. */
export interface ConsolePages {
  /** Inside the shell. */
  pages: readonly Page[];
  /** For whoever is not signed in. */
  auth: { layout: LazyView; pages: readonly PlainPage[] };
  welcome: PlainPage;
  notFound: LazyView;
}
