import { Title } from '@mantine/core';
import { Mark } from '@fairwatch/look';
import { useEffect, useRef, type ReactNode } from 'react';
import classes from './step-page.module.css';
import { t } from './join.texts.ts';

interface StepPageProps {
  title: string;
  /** The number of the step; left out for pages that are not numbered. */
  step?: { number: number; of: number };
  children: ReactNode;
  /** The buttons, which stay at the bottom of the screen. */
  actions?: ReactNode;
}

/** The layout of one step: a heading, the content and the buttons. */
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
        {step && <span className={classes.step}>{t('step', { number: step.number, of: step.of })}</span>}
      </div>
      <Title order={1} ref={heading} tabIndex={-1}>
        {title}
      </Title>
      <div className={classes.body}>{children}</div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </main>
  );
}
