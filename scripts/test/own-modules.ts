import { pathToFileURL } from 'node:url';
import { root } from '../core/paths.ts';

const own = `${pathToFileURL(root).href}/`;

/** True for the URL of a module of this repository; false for an installed package. */
export const isOwn = (url: string): boolean => url.startsWith(own) && !url.includes('/node_modules/');
