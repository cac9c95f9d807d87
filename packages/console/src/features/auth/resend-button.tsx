import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCountdown } from './use-countdown.ts';

interface ResendButtonProps {
  /** When the next code can be asked for. */
  resendAt: number;
  resend: () => Promise<void>;
}

/** Asks for another code, once the wait is over; until then it says how long that is. */
export function ResendButton({ resendAt, resend }: ResendButtonProps) {
  const { t } = useTranslation('register');
  const seconds = useCountdown(resendAt);
  return (
    <Button
      variant="default"
      size="xs"
      style={{ alignSelf: 'flex-start' }}
      disabled={seconds > 0}
      onClick={() => void resend()}
    >
      {seconds > 0 ? t('resendIn', { seconds }) : t('resend')}
    </Button>
  );
}
