import { Link } from '@tanstack/react-router';
import { pageLink } from '../../core/router/page-link.ts';
import { useRunTexts } from './use-run-texts.ts';
import classes from './run-link.module.css';

/** Links a command to the run that it came from. */
export function RunLink({ runId }: { runId: number }) {
  const { t } = useRunTexts();
  return (
    <Link {...pageLink('/runs/$runId', { params: { runId } })} className={classes.link}>
      {t('link', { id: runId })}
    </Link>
  );
}
