import type { FirstCall } from './page-facts.ts';

/** The scripts and styles that one page of the console needs for its first render, in order. */
export interface PageFiles {
  js: readonly string[];
  css: readonly string[];
}

/** What the console's build tells the server about its pages, so that the HTML of each already names its files. */
export interface ConsoleBuild {
  /** The files are relative to the build's folder. */
  routes: readonly (PageFiles & {
    path: string;
    /** True for pages that anybody may open. */
    guest?: boolean;
    calls: readonly FirstCall[];
    /** What is drawn before any script runs: the outline of a page inside the shell. */
    html?: string;
  })[];
  /** What visitors see who are not signed in: the form as HTML, ready to be drawn before any script runs. */
  signIn: PageFiles & { html: string };
}

/** The path of this file in the build folder. */
export const consoleBuildFile = '.vite/pages.json';
