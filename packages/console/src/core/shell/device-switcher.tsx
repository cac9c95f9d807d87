import { lazy, Suspense } from 'react';
import { loadOrReload } from '../router/lazy-page.ts';
import type { DeviceSelectProps } from './device-select.tsx';

const load = () => import('./device-select.tsx');

// The page stands first: a drop-down that searches is heavy, and nobody switches within the first moment.
const DeviceSelect = lazy(async () => ({
  default: (await loadOrReload('device-select', load, () => location.reload())).DeviceSelect,
}));

/** Opens the same page for another device. Its place is kept until it is there. */
export function DeviceSwitcher(props: DeviceSelectProps) {
  return (
    <Suspense fallback={<span className={props.className} />}>
      <DeviceSelect {...props} />
    </Suspense>
  );
}
