import { joinWords } from '@fairwatch/device/words';
import { Button } from '@mantine/core';
import type { Invitation } from './invitation.ts';
import { StepPage } from './step-page.tsx';
import classes from './step-page.module.css';

interface NoticeStepProps extends Invitation {
  onBack: () => void;
  onAgree: () => void;
}

/** The step with the exact text that the person agrees to; the server stores its hash. */
export function NoticeStep({ description: { notice }, onBack, onAgree }: NoticeStepProps) {
  return (
    <StepPage
      title={joinWords('notice.title')}
      step={{ number: 2, of: 4 }}
      actions={
        <>
          <Button size="lg" variant="default" onClick={onBack}>
            {joinWords('back')}
          </Button>
          <Button size="lg" onClick={onAgree}>
            {joinWords('notice.next')}
          </Button>
        </>
      }
    >
      <div className={classes.notice} lang={notice.language}>
        {notice.text.split('\n').map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </StepPage>
  );
}
