import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './get-started.module.css';

export interface StepState {
  place: number;
  /** The first step that is not done is the one to do now. */
  state: 'done' | 'now' | 'later';
}

interface StepProps extends StepState {
  title: string;
  text: string;
  children?: ReactNode;
}

/** One step: its number or a tick, what to do, and the means to do it. */
export function Step({ place, state, title, text, children }: StepProps) {
  const { t } = useTranslation('getStarted');
  return (
    <li className={classes.step} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
      <span className={classes.number}>
        {state === 'done' ? <IconCheck size={16} aria-label={t('done')} /> : place}
      </span>
      <div>
        <p className={classes.name}>{title}</p>
        <p className={classes.text}>{text}</p>
        <div className={classes.actions}>{children}</div>
      </div>
    </li>
  );
}
