import { Title } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import classes from './page-title.module.css';

/** The heading of a page. It takes the focus when the page opens, so that screen readers begin there. */
export function PageTitle({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The window keeps its scroll position between pages; a new page begins at its top.
    window.scrollTo({ top: 0 });
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <Title order={1} ref={heading} tabIndex={-1} className={classes.title}>
      {children}
    </Title>
  );
}
