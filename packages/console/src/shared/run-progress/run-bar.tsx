import type { RunCounts } from '@fairwatch/contract';
import { Group } from '@mantine/core';
import classes from './run-bar.module.css';
import { runProgress } from './run-progress.ts';
import { useRunTexts } from './use-run-texts.ts';

/** The groups of states that share a colour, in the order of the bar. */
const parts = [
  ['good', ['DONE']],
  ['bad', ['FAILED', 'EXPIRED']],
  ['muted', ['DECLINED', 'SKIPPED', 'CANCELLED']],
  ['working', ['OPEN']],
] as const satisfies readonly (readonly [string, readonly (keyof RunCounts)[]])[];

/** The progress of a run as a bar: what succeeded, what failed, what was skipped, and the rest. */
export function RunBar({ counts }: { counts: RunCounts }) {
  const { t } = useRunTexts();
  const { total, ended } = runProgress(counts);
  return (
    <Group component="span" gap="0.625rem" wrap="nowrap" miw={0}>
      <span className={classes.bar} aria-hidden>
        {parts.map(([tone, states]) => {
          const count = states.reduce((sum, state) => sum + counts[state], 0);
          return count > 0 && <span key={tone} data-tone={tone} style={{ flexGrow: count / total }} />;
        })}
        <span style={{ flexGrow: total === 0 ? 1 : counts.WAITING / total }} />
      </span>
      <span className="fw-note fw-figures">{t('ended', { ended, total })}</span>
    </Group>
  );
}
