import { Mark } from '@fairwatch/look';
import { statusOf, statusTone, statusWords, supervisedByText } from '@fairwatch/device/words';
import { useCompanion, useLive } from '../live/companion-context.ts';
import { useNoticeShown } from '../live/notice-shown.ts';
import { useIsOnline } from '../live/online.ts';
import classes from './supervision-bar.module.css';

/** The permanent note that this browser is supervised, and by whom. It is on every page and cannot be closed. */
export function SupervisionBar() {
  const companion = useCompanion();
  const { saved } = companion;
  useNoticeShown(companion);
  const admins = useLive((live) => live.supervision?.admins);
  const isOnline = useIsOnline();
  const status = useLive((live) => statusOf(live, isOnline));
  return (
    <header className={classes.bar}>
      <Mark size={20} className={classes.mark} />
      <span className={classes.text}>{supervisedByText(admins ?? [saved.admin])}</span>
      <output className={classes.state} data-state={statusTone(status)}>
        {statusWords(`state.${status}`)}
      </output>
    </header>
  );
}
