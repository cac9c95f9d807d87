import { captureWords, liveEndText, liveRunningText, reasonText } from '@fairwatch/device/words';
import { Button } from '@mantine/core';
import { useCompanion, useLive } from '../live/companion-context.ts';
import classes from './live-banner.module.css';

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
            {liveRunningText(running)}
            {running.reason !== null && <span className={classes.reason}>{reasonText(running.reason)}</span>}
          </span>
          <Button size="md" color="red.8" onClick={() => client.stopLiveLocation()}>
            {captureWords('stop')}
          </Button>
        </div>
      )}
      {!running && ended && (
        <div className={classes.banner}>
          <span className={classes.text}>{liveEndText(ended)}</span>
          <Button size="md" variant="default" onClick={dismissLiveEnd}>
            {captureWords('ok')}
          </Button>
        </div>
      )}
    </output>
  );
}
