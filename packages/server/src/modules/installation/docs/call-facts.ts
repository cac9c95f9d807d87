import type { Access, Endpoint } from '@fairwatch/contract';

/** Describes who may make a call. */
export function describeAccess(access: Access): string {
  if (access === 'public') return 'Anyone';
  if (access === 'device') return 'A device, with its own token';
  if (access === 'session') return 'Anyone signed in';
  if (access === 'admin') return 'Any admin';
  if (access === 'super-admin') return 'SUPER_ADMIN only';
  const level = access.level === 'FULL_ACCESS' ? 'Full Access' : 'Read Only or Full Access';
  return `${level} to ${access.permission}`;
}

/** The path segment that names the area of a call, such as `contact` or `auth`. */
export function areaOf({ path }: Endpoint): string {
  return path.replace(/^\/(?:admin|client|device)\/v\d+\/api\/(?:authenticated\/)?/, '').split('/', 1)[0] ?? path;
}

/** The anchor of a call in the page's URL. */
export function anchorOf({ path }: Endpoint): string {
  return path.slice(1).replaceAll('/', '-');
}
