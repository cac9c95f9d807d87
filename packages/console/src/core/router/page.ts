import type { Access, ConsolePath, FeaturePermission } from '@fairwatch/contract';
import type { ComponentType } from 'react';
import type { TextArea } from '../i18n/load-texts.ts';
import type { Texts } from '../i18n/translate.ts';

/** Imports a page's code when it is first opened. */
export type LazyView = () => Promise<ComponentType>;

/**
 * Makes the calls that a page about a device begins with: queries of the page itself, which takes the answers. None of them may ask for a
 * reason, because no question may cover a page that is not there yet.
 */
export type StartCalls = (deviceId: number, search: Readonly<Record<string, unknown>>) => void;

/** The numbers that the sidebar can show. */
export type NavCount = 'mine' | 'subordinates' | 'approvals' | 'alerts';

/** The names of the sidebar's icons. The registry, which every page loads, only names them; the shell contains the icons. */
export type NavIconName =
  | 'alerts'
  | 'approvals'
  | 'apps'
  | 'audit'
  | 'bell'
  | 'calendar'
  | 'camera'
  | 'contacts'
  | 'dashboard'
  | 'device'
  | 'download'
  | 'folder'
  | 'groups'
  | 'info'
  | 'installation'
  | 'key'
  | 'lock'
  | 'map'
  | 'mapData'
  | 'mapOfAll'
  | 'message'
  | 'microphone'
  | 'movie'
  | 'overview'
  | 'phone'
  | 'photo'
  | 'reasons'
  | 'reports'
  | 'retention'
  | 'roles'
  | 'runs'
  | 'schedules'
  | 'servers'
  | 'ticket'
  | 'tickets'
  | 'users'
  | 'video'
  | 'zones';

export type NavGroup = 'main' | 'device' | 'admin' | 'menu';

/** One page inside the shell. Its route, its guard and its item in the sidebar are built from this. */
export interface Page {
  path: ConsolePath;
  /** The permission that is needed to open the page; null for every admin. */
  permission: FeaturePermission | null;
  /** The access that the page needs where it is another than Read Only of a permission that SPEC names. It is checked instead of `permission`. */
  access?: Access;
  /** The key of its name in the `nav` texts, for the document title, the breadcrumb and the sidebar. */
  label: Exclude<keyof Texts['nav'], 'group'>;
  view: LazyView;
  /** The area whose texts the page shows: that of its view. */
  area: TextArea;
  /** Loads the rows that the page shows first into the query cache, for the search parameters of a URL. */
  loadRows?: (search: Readonly<Record<string, unknown>>) => Promise<void>;
  /** Imports what makes the first calls of a page about a device. The page's own code has it, so that it is there from the second visit on. */
  firstCalls?: () => Promise<StartCalls>;
  /** Renders the page without the shell around it, for a page that is printed. */
  plain?: true;
  /** Null for pages that are not in the sidebar. */
  nav: {
    group: NavGroup;
    icon: NavIconName;
    /** The number beside the name: open tickets, approvals that wait for this admin, or alerts that nobody has acknowledged. */
    count?: NavCount;
  } | null;
}

/** A page outside the shell. */
interface PlainPage {
  path: ConsolePath;
  view: LazyView;
  area: TextArea;
}

/** A page of the auth section. Whoever is signed in is led away from it, unless it is for anyone. */
interface AuthPage extends PlainPage {
  forAnyone?: true;
}

/** All pages that the router needs. */
export interface ConsolePages {
  /** Inside the shell. */
  pages: readonly Page[];
  /** For visitors who are not signed in. */
  auth: { layout: LazyView; pages: readonly AuthPage[] };
  welcome: PlainPage;
  notFound: LazyView;
}

/**
 * The permission that an endpoint requires. A page repeats the permission of the endpoint that it shows, and the compiler compares
 * the two. Only types are imported, because the sign-in page loads this file.
 */
export type PermissionOf<Call extends { access: Access }> = Exclude<Call['access'], string>['permission'];
