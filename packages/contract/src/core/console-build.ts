import type { FirstCall } from './page-facts.ts';

/** The scripts and styles that one page of the console loads before it can be drawn, in the order in which they are needed. */
export interface PageFiles {
  js: readonly string[];
  css: readonly string[];
}

/** What the console's build tells the server about its pages, so that the HTML of each already names its files. */
export interface ConsoleBuild {
  /** Below `dist`; pages that anybody may open have `guest: true`. */
  routes: readonly (PageFiles & { path: string; guest?: boolean; calls: readonly FirstCall[] })[];
  /** What visitors see who are not signed in: the form as HTML, ready to be drawn before any script runs. */
  signIn: PageFiles & { html: string };
}

/** Where the build writes it, below its folder. */
export const consoleBuildFile = '.vite/pages.json';
