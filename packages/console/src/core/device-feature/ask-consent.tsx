import {
  capabilities,
  capabilityRefusal,
  deviceSummary,
  type Capability,
  type DeviceStatus,
} from '@fairwatch/contract';
import { Button } from '@mantine/core';
import { IconMessageQuestion } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { query } from '../api/query.ts';
import { ReasonButton } from '../components/reason-button.tsx';
import { TimedText } from '../components/timed-text.tsx';
import { addTexts } from '../i18n/i18n.ts';
import classes from './ask-consent.module.css';
import { useConsentRequest, type Asking } from './use-consent-request.ts';
import texts from './ask-consent.texts.json';

addTexts('ask-consent', texts);

interface AskConsentProps {
  deviceId: number;
  capability: Capability;
}

/** Asks the device's person to share something, and says what became of it. They decide on the device. */
export function AskConsent({ deviceId, capability }: AskConsentProps) {
  const { t } = useTranslation('ask-consent');
  const asking = useConsentRequest(deviceId, capability);
  const device = useQuery(query(deviceSummary, { deviceId })).data?.data;
  if (!asking.known || device === undefined) return null;
  const refusal = capabilityRefusal(device.offers, capability);
  return (
    <div className={classes.ask}>
      <AskState asking={asking} status={device.status} />
      {asking.allowed && !asking.open && (
        <ReasonButton
          leftSection={<IconMessageQuestion size={16} aria-hidden />}
          reason={refusal ?? (asking.notBefore === null ? null : t('tooSoon'))}
          loading={asking.sending}
          onClick={asking.ask}
        >
          {t('button', { capability: capabilities[capability].title })}
        </ReasonButton>
      )}
    </div>
  );
}

function AskState({ asking, status }: { asking: Asking; status: DeviceStatus }) {
  const { t } = useTranslation('ask-consent');
  const { request, open, notBefore, allowed, sending, takeBack } = asking;
  if (request === null || (!open && notBefore === null)) return null;
  if (open) {
    return (
      <p className={classes.state} data-open>
        <TimedText words={t('open', { who: request.askedBy })} at={request.askedAt} />
        {status !== 'Online' && <span> {t(`away.${status}`)}</span>}{' '}
        {allowed && (
          <Button variant="subtle" size="compact-xs" loading={sending} onClick={takeBack}>
            {t('takeBack')}
          </Button>
        )}
      </p>
    );
  }
  return (
    <p className={classes.state}>
      <TimedText words={t(`${request.answer}`)} at={request.answeredAt ?? request.askedAt} />{' '}
      {notBefore !== null && <TimedText words={t('again')} at={notBefore} />}
    </p>
  );
}

/** The same in one line, for a list of what is shared. */
export function AskConsentInLine({ deviceId, capability, refusal }: AskConsentProps & { refusal: string | null }) {
  const { t } = useTranslation('ask-consent');
  const { request, known, open, notBefore, allowed, sending, ask } = useConsentRequest(deviceId, capability);
  if (!known) return null;
  if (open && request) return <TimedText words={t('openShort')} at={request.askedAt} />;
  if (request?.answer === 'DECLINED' && notBefore !== null) {
    return <TimedText words={t('declinedShort')} at={request.answeredAt ?? request.askedAt} />;
  }
  if (!allowed || notBefore !== null) return null;
  return (
    <ReasonButton
      variant="subtle"
      size="compact-xs"
      reason={refusal}
      loading={sending}
      aria-label={t('button', { capability: capabilities[capability].title })}
      onClick={ask}
    >
      {t('short')}
    </ReasonButton>
  );
}
