import type { LiveEnd } from '@fairwatch/contract';
import { Button } from '@mantine/core';
import type { EndedLive } from '@fairwatch/device/core';
import { useCompanion, useLive } from '../live/companion-context.ts';
import classes from './live-banner.module.css';

const endings: Readonly<Record<LiveEnd, string>> = {
  OVER: 'its time was over',
  STOPPED_BY_PERSON: 'you stopped it',
  STOPPED_BY_ADMIN: 'an admin stopped it',
  WITHDRAWN: 'you no longer share your location',
  PAUSED: 'you paused sharing',
  NOTICE_HIDDEN: 'the note that this phone is supervised was not shown',
  OUTSIDE_HOURS: 'your sharing hours are over',
  ACCESS_LOST: 'they may not follow this phone any more',
  LEFT: 'this phone has left',
};

/** Says on every page that somebody follows the person's live location, until when, and lets them stop it; then once how it ended. */
export function LiveBanner() {
  const { client, dismissLiveEnd } = useCompanion();
  const running = useLive((live) => live.liveLocation);
  const ended = useLive((live) => live.liveEnd);
  return (
    <output className={classes.place}>
      {running && (
        <div className={classes.banner} data-running>
          <span className={classes.dot} aria-hidden />
          <span className={classes.text}>
            {running.requestedBy} follows your live location until {timeText(running.until)}
            {running.reason !== null && <span className={classes.reason}>Reason: “{running.reason}”</span>}
          </span>
          <Button size="md" color="red.8" onClick={() => client.stopLiveLocation()}>
            Stop
          </Button>
        </div>
      )}
      {!running && ended && (
        <div className={classes.banner}>
          <span className={classes.text}>{endText(ended)}</span>
          <Button size="md" variant="default" onClick={dismissLiveEnd}>
            OK
          </Button>
        </div>
      )}
    </output>
  );
}

function timeText(at: string): string {
  return new Date(at).toLocaleTimeString('en', { timeStyle: 'short' });
}

function endText({ requestedBy, end, points }: EndedLive): string {
  const sent = points === 1 ? '1 point was sent' : `${points} points were sent`;
  return `The live location for ${requestedBy} has ended: ${endings[end]}. ${sent}.`;
}
