import { Button } from '@mantine/core';
import { useStore } from '../live/store.ts';
import { updates, takeNewVersion } from './updates.ts';
import classes from './update-banner.module.css';

/** Says that a newer version is there. The person decides when, since a reload breaks off what they are doing. */
export function UpdateBanner() {
  const isAvailable = useStore(updates, (state) => state.isAvailable);
  return (
    <output className={classes.place}>
      {isAvailable && (
        <div className={classes.banner}>
          <span>A new version is there.</span>
          <Button size="sm" onClick={takeNewVersion}>
            Reload
          </Button>
        </div>
      )}
    </output>
  );
}
