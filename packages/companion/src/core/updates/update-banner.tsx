import { Button } from '@mantine/core';
import { useStore } from '../store/use-store.ts';
import { updates, takeNewVersion } from './updates.ts';
import classes from './update-banner.module.css';
import { commonText } from '../texts/common.texts.ts';

/** Offers a newer version. The person decides when, since the reload interrupts what they are doing. */
export function UpdateBanner() {
  const isAvailable = useStore(updates, (state) => state.isAvailable);
  return (
    <output className={classes.place}>
      {isAvailable && (
        <div className={classes.banner}>
          <span>{commonText('newVersion')}</span>
          <Button size="sm" onClick={takeNewVersion}>
            {commonText('reload')}
          </Button>
        </div>
      )}
    </output>
  );
}
