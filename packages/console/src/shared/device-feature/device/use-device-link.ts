import { usePages } from '../../../core/router/pages-context.ts';
import { mayOpen } from '../../../core/router/guard.ts';
import { useAdminSession } from '../../../core/session/session-store.ts';

/** Returns the link of a device: its overview, or the first of its pages that the admin may open, or null. */
export function useDeviceLink(): (deviceId: number) => string | null {
  const session = useAdminSession();
  const own = usePages().filter((page) => page.path.startsWith('/device/') && mayOpen(session, page));
  const first = own.find(({ path }) => path.startsWith('/device/overview/')) ?? own[0];
  return (deviceId) => first?.path.replace('$deviceId', String(deviceId)) ?? null;
}
