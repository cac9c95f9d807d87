import { Button } from '@mantine/core';
import { useCountdown } from './use-countdown.ts';

interface ResendButtonProps {
  /** The time in milliseconds from which the next code can be requested. */
  resendAt: number;
  resend: () => Promise<void>;
  /** The label for the number of seconds that are left. */
  label: (seconds: number) => string;
}

/** Requests another code. It is disabled and counts down until that is allowed. */
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
