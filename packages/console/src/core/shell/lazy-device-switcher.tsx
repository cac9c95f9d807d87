import { lazy, Suspense, type ComponentProps } from 'react';

const DeviceSwitcher = lazy(async () => ({ default: (await import('./device-switcher.tsx')).DeviceSwitcher }));

/** The switcher, once the page stands: its drop-down weighs more than the rest of the header. Its place is kept free. */
export function LazyDeviceSwitcher(props: ComponentProps<typeof DeviceSwitcher>) {
  return (
    <Suspense fallback={<div className={props.className} />}>
      <DeviceSwitcher {...props} />
    </Suspense>
  );
}
