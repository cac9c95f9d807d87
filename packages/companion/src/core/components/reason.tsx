import { Text } from '@mantine/core';

/** Why an admin asks, in their words. */
export function Reason({ reason }: { reason: string | null }) {
  return (
    <Text c="dimmed" size="sm">
      {reason === null ? 'They did not say why.' : `Reason: “${reason}”`}
    </Text>
  );
}
