import type { TablerIcon } from '@tabler/icons-react';
import classes from './tone-badge.module.css';

type Tone = 'waiting' | 'working' | 'good' | 'bad' | 'quiet';

/** The sign and colour of one state. */
export interface BadgeLook {
  icon: TablerIcon;
  tone: Tone;
}

interface ToneBadgeProps extends BadgeLook {
  label: string;
  /** Something is going on right now. */
  turning?: boolean;
}

/** How something stands: an icon and the word, in the colour of good or bad news. */
export function ToneBadge({ icon: Icon, tone, label, turning = false }: ToneBadgeProps) {
  return (
    <span className={classes.badge} data-tone={tone}>
      <Icon size={14} stroke={2} aria-hidden className={turning ? classes.turning : undefined} />
      {label}
    </span>
  );
}
