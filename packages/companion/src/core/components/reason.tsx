import { reasonText } from '@fairwatch/device/words';
import { Text } from '@mantine/core';

/** Why an admin asks, in their words. */
export function Reason({ reason }: { reason: string | null }) {
  return (
    <Text c="dimmed" size="sm">
      {reasonText(reason)}
    </Text>
  );
}
