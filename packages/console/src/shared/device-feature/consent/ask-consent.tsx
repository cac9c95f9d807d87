import {
  askConsent,
  canAskFor,
  capabilities,
  capabilityRefusal,
  consentRequests,
  deviceSummary,
  withdrawConsentRequest,
  type Capability,
  type ConsentRequest,
  type DeviceStatus,
} from '@fairwatch/contract';
import { Button, Stack, Text } from '@mantine/core';
import { IconMessageQuestion } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { invalidate, query, useCall } from '../../../core/api/query.ts';
import { ReasonButton } from '../../../core/components/buttons/reason-button.tsx';
import { TimedText } from '../../../core/components/time/timed-text.tsx';
import { addTexts } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { useOpenDevice } from '../device/use-open-device.ts';
import texts from './ask-consent.texts.json';
import { useAskedAtJoining } from './use-asked-at-joining.ts';
import { useNow } from '../../../core/components/time/use-now.ts';
import { useAdminSession } from '../../../core/session/session-store.ts';
import { toastPromise } from '../../../core/toast/toast.tsx';

addTexts('ask-consent', texts);

interface AskConsentProps {
  deviceId: number;
  capability: Capability;
}

/** Asks the person to share a capability, and shows the state of the request. The person decides on the device. */
export function AskConsent({ deviceId, capability }: AskConsentProps) {
  const { t } = useTranslation('ask-consent');
  const consent = useConsentRequest(deviceId, capability);
  const device = useQuery(query(deviceSummary, { deviceId })).data?.data;
  if (!consent.known || device === undefined) return null;
  const refusal = capabilityRefusal(device.offers, capability);
  return (
    <Stack align="center" gap="sm" mt="sm">
      <RequestState consent={consent} status={device.status} />
      {consent.allowed && !consent.open && (
        <ReasonButton
          leftSection={<IconMessageQuestion size={16} aria-hidden />}
          reason={refusal ?? (consent.notBefore === null ? null : t('tooSoon'))}
          loading={consent.sending}
          onClick={consent.ask}
        >
          {t('button', { capability: capabilities[capability].title })}
        </ReasonButton>
      )}
    </Stack>
  );
}

function RequestState({ consent, status }: { consent: ConsentRequestState; status: DeviceStatus }) {
  const { t } = useTranslation('ask-consent');
  const { request, open, notBefore, allowed, sending, takeBack } = consent;
  if (request === null) return null;
  if (request.reasonAtJoining !== null) return <AtJoining request={request} notBefore={notBefore} />;
  if (!open && notBefore === null) return null;
  if (open) {
    return (
      <Text className="fw-sunken" size="sm" maw={480} bg="var(--fw-accent-soft)">
        <TimedText words={t('open', { who: request.askedBy })} at={request.askedAt} />
        {request.seenAt !== null && (
          <>
            {' '}
            <TimedText words={t('seen')} at={request.seenAt} />
          </>
        )}
        {request.seenAt === null && status !== 'Online' && <span> {t(`away.${status}`)}</span>}{' '}
        {allowed && (
          <Button variant="subtle" size="compact-xs" loading={sending} onClick={takeBack}>
            {t('takeBack')}
          </Button>
        )}
      </Text>
    );
  }
  return (
    <Text className="fw-sunken" size="sm" maw={480}>
      <TimedText
        words={request.answer === null ? '' : t(`answer.${request.answer}`)}
        at={request.answeredAt ?? request.askedAt}
      />{' '}
      {notBefore !== null && <TimedText words={t('again')} at={notBefore} />}
    </Text>
  );
}

/** What the passcode asked for, and what became of it. It stays until somebody asks again. */
function AtJoining({ request, notBefore }: Pick<ConsentRequestState, 'notBefore'> & { request: ConsentRequest }) {
  const { t } = useTranslation('ask-consent');
  const askedWords = useAskedAtJoining();
  const { askedBy, mine, askedAt, answer, reasonAtJoining } = request;
  return (
    <Text className="fw-sunken" size="sm" maw={480}>
      <span dir="auto">{askedWords({ by: askedBy, mine, reason: reasonAtJoining ?? '' })}</span>{' '}
      <TimedText words={t(answer === 'GRANTED' ? 'atJoining.GRANTED' : 'atJoining.DECLINED')} at={askedAt} />{' '}
      {notBefore !== null && <TimedText words={t('again')} at={notBefore} />}
    </Text>
  );
}

/** Asks for consent in one line, for the list of capabilities. */
export function AskConsentInLine({ deviceId, capability, refusal }: AskConsentProps & { refusal: string | null }) {
  const { t } = useTranslation('ask-consent');
  const { request, known, open, notBefore, allowed, sending, ask } = useConsentRequest(deviceId, capability);
  if (!known) return null;
  if (open && request) {
    const { seenAt, askedAt } = request;
    return <TimedText words={t(seenAt === null ? 'openShort' : 'seenShort')} at={seenAt ?? askedAt} />;
  }
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

/** The state of the request for one capability. */
interface ConsentRequestState {
  /** The latest request; null when there was none. */
  request: ConsentRequest | null;
  /** True once the request is loaded. */
  known: boolean;
  /** True while the person has not decided. */
  open: boolean;
  /** The time from which the person may be asked again; null when they may be asked now. */
  notBefore: string | null;
  /** True when this admin may ask. */
  allowed: boolean;
  sending: boolean;
  ask: () => void;
  takeBack: () => void;
}

/** Loads and changes the request for one capability. The console's socket triggers a refetch when it is answered. */
function useConsentRequest(deviceId: number, capability: Capability): ConsentRequestState {
  const { t } = useTranslation('ask-consent');
  const device = useOpenDevice();
  const session = useAdminSession();
  const now = useNow();
  const { data, isSuccess } = useQuery(query(consentRequests, { deviceId }));
  const question = useCall(askConsent);
  const withdrawal = useCall(withdrawConsentRequest);
  const request = data?.data.find((each) => each.capability === capability) ?? null;
  const notBefore = request?.notBefore ?? null;
  const run = async (request: Promise<unknown>, done: 'asked' | 'takenBack') => {
    const words = { person: device?.displayName ?? t('thePerson'), capability: capabilities[capability].title };
    await toastPromise(request, undefined, () => t(`toast.${done}`, words)).catch(() => undefined);
    await invalidate(consentRequests, deviceId);
  };
  return {
    request,
    known: isSuccess,
    open: request !== null && request.answer === null,
    notBefore: notBefore !== null && new Date(notBefore) > now ? notBefore : null,
    allowed: canAskFor(session.isAuthenticated ? session : null, capability),
    sending: question.isPending || withdrawal.isPending,
    ask: () => void run(question.mutateAsync({ deviceId, capability }), 'asked'),
    takeBack: () => void run(withdrawal.mutateAsync({ deviceId, capability }), 'takenBack'),
  };
}
