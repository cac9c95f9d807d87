import { Button } from '@mantine/core';
import { useCountdown } from './use-countdown.ts';

interface ResendButtonProps {
  /** When the next code can be asked for. */
  resendAt: number;
  resend: () => Promise<void>;
  /** Its words, with the seconds that are left. */
  label: (seconds: number) => string;
}

/** Asks for another code, once the wait is over; until then it says how long that is. */
export function ResendButton({ resendAt, resend, label }: ResendButtonProps) {
  const seconds = useCountdown(resendAt);
  return (
    <Button
      variant="default"
      size="xs"
      style={{ alignSelf: 'flex-start', justifySelf: 'start' }}
      disabled={seconds > 0}
      onClick={() => void resend()}
    >
      {label(seconds)}
    </Button>
  );
}
