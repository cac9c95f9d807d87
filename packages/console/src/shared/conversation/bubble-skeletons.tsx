import '@mantine/core/styles/Skeleton.layer.css';
import { Skeleton, Stack } from '@mantine/core';

const widths = [42, 30, 55, 24, 38, 48, 28];

/** The placeholder of a conversation that is loading. */
export function BubbleSkeletons() {
  return (
    <Stack justify="flex-end" gap="sm" p="md" flex={1} style={{ overflow: 'hidden' }} aria-busy>
      {widths.map((width, place) => (
        <Skeleton key={width} height={36} width={`${width}%`} radius="lg" ml={place % 3 === 1 ? 'auto' : 0} />
      ))}
    </Stack>
  );
}
