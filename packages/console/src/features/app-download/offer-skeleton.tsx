import '@mantine/core/styles/Skeleton.layer.css';
import { Paper, Skeleton } from '@mantine/core';
import classes from './app-download.module.css';

/** How many lines each of the two columns stands for. */
const columns = [8, 5];

/** The shape of what is still loading. */
export function OfferSkeleton() {
  return (
    <div className={classes.grid} aria-busy>
      {columns.map((lines) => (
        <Paper key={lines} p="md">
          <Skeleton height={14} width="35%" radius="xl" mb="lg" />
          {Array.from({ length: lines }, (_, line) => (
            <Skeleton key={line} height={10} width={`${90 - (line % 3) * 15}%`} radius="xl" mb="md" />
          ))}
        </Paper>
      ))}
    </div>
  );
}
