import '@mantine/core/styles/Skeleton.layer.css';
import { Skeleton } from '@mantine/core';
import classes from './bubble-skeletons.module.css';

const widths = [42, 30, 55, 24, 38, 48, 28];

/** The placeholder of a conversation that is loading. */
export function BubbleSkeletons() {
  return (
    <div className={classes.skeletons} aria-busy>
      {widths.map((width, place) => (
        <Skeleton key={width} height={36} width={`${width}%`} radius="lg" ml={place % 3 === 1 ? 'auto' : 0} />
      ))}
    </div>
  );
}
