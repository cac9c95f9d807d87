import type { TablerIcon } from '@tabler/icons-react';
import classes from './tone-badge.module.css';

type Tone = 'waiting' | 'working' | 'good' | 'bad' | 'quiet';

/** The icon and colour of one state. */
export interface BadgeLook {
  icon: TablerIcon;
  tone: Tone;
}

interface ToneBadgeProps extends BadgeLook {
  label: string;
  /** Rotates the icon, for a state in progress. */
  spinning?: boolean;
}

/** A state as an icon and a word in the colour of its tone. */
export function ToneBadge({ icon: Icon, tone, label, spinning = false }: ToneBadgeProps) {
  return (
    <span className={classes.badge} data-tone={tone}>
      <Icon size={14} stroke={2} aria-hidden className={spinning ? classes.turning : undefined} />
      {label}
    </span>
  );
}
