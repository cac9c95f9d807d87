import { Outlet, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from '../core/i18n/use-translation.ts';
import classes from './app.module.css';

/** Moves keyboard focus to the new page after every navigation, so that screen readers announce it. */
export function RootLayout() {
  const router = useRouter();
  useEffect(() => {
    let previousFocus: Element | null = null;
    const unsubscribers = [
      router.subscribe('onBeforeNavigate', () => {
        previousFocus = document.activeElement;
      }),
      router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
        if (pathChanged && fromLocation !== undefined) focusHeading(previousFocus);
      }),
    ];
    return () => unsubscribers.forEach((unsubscribe) => unsubscribe());
  }, [router]);
  return <Outlet />;
}

/**
 * Moves focus to the new page's heading, unless the page has already focused a better element (a form's first field), or
 * the user has focused another field during the navigation. `previousFocus` is the element that had the focus before.
 */
export function focusHeading(previousFocus: Element | null): void {
  const main = document.querySelector('main');
  const focused = document.activeElement;
  if (main === null || main.contains(focused)) return;
  if (focused !== previousFocus && focused instanceof HTMLInputElement) return;
  const heading = main.querySelector('h1') ?? main;
  heading.setAttribute('tabindex', '-1');
  heading.focus({ preventScroll: true });
}

/** Covers the screen while a page is loading. It fades in late, so that quick loads show nothing. */
export function LoadingOverlay() {
  const { t } = useTranslation();
  return (
    <output className={classes.overlay}>
      <span className={classes.bar} aria-hidden />
      {t('loading')}
    </output>
  );
}
