import { Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../core/i18n/use-translation.ts';
import classes from './get-started.module.css';

export interface StepState {
  /** The number of the step, from 1. */
  number: number;
  /** `now` for the steps that come next. */
  state: 'done' | 'now' | 'later';
}

interface StepProps extends StepState {
  title: string;
  text: string;
  children?: ReactNode;
}

/** One step: its number or a check mark, its instructions and its buttons. */
export function Step({ number, state, title, text, children }: StepProps) {
  const { t } = useTranslation('getStarted');
  return (
    <li className={classes.step} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
      <span className={classes.number}>
        {state === 'done' ? <IconCheck size={16} aria-label={t('done')} /> : number}
      </span>
      <div>
        <Text fw={600} lh={1.35} pt={4}>
          {title}
        </Text>
        <Text c="dimmed" mt={2}>
          {text}
        </Text>
        <div className={classes.actions}>{children}</div>
      </div>
    </li>
  );
}
