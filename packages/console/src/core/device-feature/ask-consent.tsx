import { capabilities, capabilityNames, deviceSummary, errorText, type Capability } from '@fairwatch/contract';
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

/** Asks for what the server would not show, as its words name it. */
export function AskForMissing({ deviceId, error }: { deviceId: number; error: Error }) {
  const missing = capabilityNames.find(
    (name) => errorText('consent_missing', { capability: capabilities[name].title }) === error.message,
  );
  return missing && <AskConsent deviceId={deviceId} capability={missing} />;
}

/** Asks the device's person to share something, and says what became of it. They decide on the device. */
function AskConsent({ deviceId, capability }: AskConsentProps) {
  const { t } = useTranslation('ask-consent');
  const asking = useConsentRequest(deviceId, capability);
  const offline = useQuery(query(deviceSummary, { deviceId })).data?.data.status === 'Offline';
  if (!asking.known) return null;
  return (
    <div className={classes.ask}>
      <AskState asking={asking} offline={offline} />
      {asking.allowed && !asking.open && (
        <ReasonButton
          leftSection={<IconMessageQuestion size={16} aria-hidden />}
          reason={asking.notBefore === null ? null : t('tooSoon')}
          loading={asking.sending}
          onClick={asking.ask}
        >
          {t('button', { capability: capabilities[capability].title })}
        </ReasonButton>
      )}
    </div>
  );
}

function AskState({ asking, offline }: { asking: Asking; offline: boolean }) {
  const { t } = useTranslation('ask-consent');
  const { request, open, notBefore, allowed, sending, takeBack } = asking;
  if (request === null || (!open && notBefore === null)) return null;
  if (open) {
    return (
      <p className={classes.state} data-open>
        <TimedText words={t('open', { who: request.askedBy })} at={request.askedAt} />
        {offline && <span> {t('offline')}</span>}{' '}
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
export function AskConsentInLine({ deviceId, capability }: AskConsentProps) {
  const { t } = useTranslation('ask-consent');
  const { request, known, open, notBefore, allowed, sending, ask } = useConsentRequest(deviceId, capability);
  if (!known) return null;
  if (open && request) return <TimedText words={t('openShort')} at={request.askedAt} />;
  if (request?.answer === 'DECLINED' && notBefore !== null) {
    return <TimedText words={t('declinedShort')} at={request.answeredAt ?? request.askedAt} />;
  }
  if (!allowed || notBefore !== null) return null;
  return (
    <Button
      variant="subtle"
      size="compact-xs"
      loading={sending}
      aria-label={t('button', { capability: capabilities[capability].title })}
      onClick={ask}
    >
      {t('short')}
    </Button>
  );
}
