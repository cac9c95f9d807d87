import type { CallState } from '@fairwatch/contract';
import { IconPhoneIncoming, IconPhoneOff, IconPhoneOutgoing, IconPhoneX, type TablerIcon } from '@tabler/icons-react';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import classes from './call-logs.module.css';

const icons: Record<CallState, TablerIcon> = {
  OUTGOING: IconPhoneOutgoing,
  INCOMING: IconPhoneIncoming,
  MISSED: IconPhoneX,
  REJECTED: IconPhoneOff,
};

/** The outcome of a call as an icon and a word. */
export function CallStateBadge({ state }: { state: CallState }) {
  const { t } = useTranslation('call-logs');
  const Icon = icons[state];
  return (
    <span className={classes.state} data-state={state}>
      <Icon size={15} stroke={1.8} aria-hidden />
      {t(`state.${state}`)}
    </span>
  );
}
