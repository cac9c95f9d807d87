import { Title } from '@mantine/core';
import { Mark } from '@fairwatch/look';
import { useEffect, useRef, type ReactNode } from 'react';
import classes from './step-page.module.css';

interface StepPageProps {
  title: string;
  /** Where one is on the way; null outside of it. */
  step?: { number: number; of: number };
  children: ReactNode;
  /** The buttons, which stay at the bottom of the screen. */
  actions?: ReactNode;
}

/** One step of joining: a heading, what there is to know, and where to go from here. */
export function StepPage({ title, step, children, actions }: StepPageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    window.scrollTo({ top: 0 });
    heading.current?.focus({ preventScroll: true });
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another title is another step
  }, [title]);
  return (
    <main className={classes.page}>
      <div className={classes.head}>
        <Mark size={32} className={classes.mark} />
        {step && (
          <span className={classes.step}>
            Step {step.number} of {step.of}
          </span>
        )}
      </div>
      <Title order={1} ref={heading} tabIndex={-1}>
        {title}
      </Title>
      <div className={classes.body}>{children}</div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </main>
  );
}
