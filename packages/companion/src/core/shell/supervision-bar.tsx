import { Mark } from '@fairwatch/look';
import { useCompanion, useLive } from '../live/companion-context.ts';
import type { LiveState } from '../live/live-state.ts';
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
  const state = useLive((live) => stateWords(live, isOnline));
  return (
    <header className={classes.bar}>
      <Mark size={20} className={classes.mark} />
      <span className={classes.text}>Supervised by {nameSome(admins ?? [saved.admin])}</span>
      <output className={classes.state} data-state={state.tone}>
        {state.text}
      </output>
    </header>
  );
}

/** At most two names, and how many more. */
function nameSome(admins: readonly string[]): string {
  if (admins.length === 0) return 'nobody at the moment';
  const [first, second, ...more] = admins;
  if (second === undefined) return first ?? '';
  return more.length === 0 ? `${first} and ${second}` : `${first}, ${second} and ${more.length} more`;
}

const states = {
  paused: { text: 'Paused', tone: 'paused' },
  connected: { text: 'Connected', tone: 'good' },
  connecting: { text: 'Connecting…', tone: 'waiting' },
  away: { text: 'Not connected', tone: 'waiting' },
  offline: { text: 'Offline', tone: 'waiting' },
} as const;

function stateWords({ grants, connection }: LiveState, isOnline: boolean) {
  if (grants.paused) return states.paused;
  // A server on the same machine answers without a network.
  if (connection === 'connected') return states.connected;
  if (!isOnline) return states.offline;
  return connection === 'connecting' ? states.connecting : states.away;
}
