import { groundNotStated, legalBases, purposeTitle, recordReview, type GroundOnRecord } from '@fairwatch/contract';
import { Button, Text } from '@mantine/core';
import { IconCalendarDue, IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { Can } from '../../../../core/components/can.tsx';
import { Card } from '../../../../core/components/page/card.tsx';
import { Facts, type Fact } from '../../../../core/components/page/facts.tsx';
import { TimedText } from '../../../../core/components/time/timed-text.tsx';
import { currentLanguage } from '../../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import { lazyDialog } from '../../../../core/shortcuts/opening.tsx';
import classes from '../overview.module.css';

// Lazy, because few admins open it.
const ReviewDialog = lazyDialog(async () => (await import('./review-dialog.tsx')).ReviewDialog);

interface GroundCardProps {
  deviceId: number;
  ground: GroundOnRecord;
}

/** The ground of the supervision as its person read it, and the day of the next review. */
export function GroundCard({ deviceId, ground }: GroundCardProps) {
  const { t } = useTranslation('overview');
  const [recording, setRecording] = useState(false);
  const { purpose, purposeText, legalBasis, guardian, signature, notice } = ground;
  const stated = purpose !== groundNotStated.purpose || purposeText !== '';
  const facts: Fact[] = [
    [t('ground.purpose'), purposeTitle(ground)],
    [t('ground.legalBasis'), legalBases[legalBasis]],
    ...(guardian === null ? [] : [[t('ground.guardian'), guardian] as const]),
    ...(signature === null
      ? []
      : ([
          [t('ground.guardianEmail'), signature.email],
          [t('ground.signature'), <Signature key="signature" signature={signature} />],
        ] as const)),
    [t('ground.review'), <Review key="review" {...ground} />],
    [
      t('ground.notice'),
      <TimedText key="notice" words={t('ground.accepted', { version: notice.version })} at={notice.acceptedAt} />,
    ],
  ];
  return (
    <Card
      title={t('ground.title')}
      aside={
        <Can use={recordReview}>
          <Button variant={ground.reviewDue ? 'filled' : 'subtle'} size="compact-sm" onClick={() => setRecording(true)}>
            {t('ground.record')}
          </Button>
        </Can>
      }
    >
      <Facts facts={facts} />
      {!stated && (
        <p className={classes.withheld}>
          <IconInfoCircle size={16} aria-hidden />
          {t('ground.notStated')}
        </p>
      )}
      {recording && <ReviewDialog deviceId={deviceId} close={() => setRecording(false)} />}
    </Card>
  );
}

/** Who signed for a minor, when, for which notice, and whether the link was mailed to nobody else. */
function Signature({ signature }: { signature: NonNullable<GroundOnRecord['signature']> }) {
  const { t } = useTranslation('overview');
  const { by, at, noticeVersion: version, byMail } = signature;
  return (
    <>
      <TimedText words={t('ground.signed', { name: by, version })} at={at} />{' '}
      <span className="fw-muted">{t(byMail ? 'ground.byMail' : 'ground.passedOn')}</span>
    </>
  );
}

function Review({ reviewOn, reviewDue }: GroundOnRecord) {
  const { t } = useTranslation('overview');
  if (reviewOn === null) return <span className="fw-muted">{t('ground.noReview')}</span>;
  const day = dayText(reviewOn);
  if (!reviewDue) return day;
  return (
    <Text component="span" className="fw-inline fw-strong" data-tone="warn">
      <IconCalendarDue size={16} aria-hidden />
      {t('ground.due', { day })}
    </Text>
  );
}

/** Formats a date in UTC, so that the reader's time zone does not move it to another day. */
function dayText(day: string): string {
  const style = { dateStyle: 'medium', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(currentLanguage(), style).format(new Date(`${day}T00:00:00Z`));
}
