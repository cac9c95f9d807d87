import { Text } from '@mantine/core';
import { dayText } from './message-times.ts';
import { useConversationTexts } from './use-conversation-texts.ts';

interface DayLineProps {
  at: Date;
  /** In the format of `dayOf`. */
  today: string;
  /** True for the first message of the conversation. */
  beginning: boolean;
  startsDay: boolean;
}

/** The line above a message: the beginning of the conversation, or of a day. */
export function DayLine({ at, today, beginning, startsDay }: DayLineProps) {
  const { t } = useConversationTexts();
  return (
    <>
      {beginning && (
        <Text size="xs" ta="center" c="dimmed" pt="sm" pb={4}>
          {t('beginning')}
        </Text>
      )}
      {startsDay && (
        <Text component="h3" size="xs" fw={600} ta="center" c="dimmed" pt="md" pb={6}>
          {dayText(at, today)}
        </Text>
      )}
    </>
  );
}
