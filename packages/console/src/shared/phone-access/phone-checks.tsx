import { Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle, type TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { CopyButton } from '../../core/components/text/copy-button.tsx';
import { currentLanguage } from '../../core/i18n/i18n.ts';
import { addressProblem } from '../companion/companion-address.ts';
import classes from './phone-access.module.css';
import { verdictOf, type PhoneFacts, type Verdict } from './phone-facts.ts';
import { usePhoneTexts, type PhoneMachine } from './use-phone-access.ts';
import { listText } from '../../core/i18n/list-text.ts';

type Tone = 'good' | 'warn' | 'bad' | 'quiet';

const icons: Readonly<Record<Tone, TablerIcon>> = {
  good: IconCircleCheck,
  warn: IconAlertTriangle,
  bad: IconCircleX,
  quiet: IconInfoCircle,
};

const verdictTones: Readonly<Record<Verdict, Tone>> = {
  ready: 'good',
  trustOnce: 'warn',
  untrusted: 'bad',
  insecure: 'warn',
  local: 'bad',
};

/** The address for phones, from where it can be called, and whose certificate they see. */
export function PhoneChecks({ facts, machine }: { facts: PhoneFacts; machine: PhoneMachine }) {
  const { t } = usePhoneTexts();
  const verdict = verdictOf(facts);
  return (
    <div>
      <p className={classes.verdict} data-tone={verdictTones[verdict]}>
        {t(`verdict.${verdict}`)}
      </p>
      <ul className={classes.checks}>
        <AddressCheck facts={facts} machine={machine} />
        <ReachCheck {...facts} />
        <CertificateCheck {...facts} />
      </ul>
    </div>
  );
}

function Check({ tone, title, children }: { tone: Tone; title: string; children: ReactNode }) {
  const Icon = icons[tone];
  return (
    <li>
      <Icon size={18} aria-hidden data-tone={tone} />
      <div className="fw-grow">
        <Text fw={600}>{title}</Text>
        {children}
      </div>
    </li>
  );
}

function AddressCheck({ facts: { address, isSet }, machine }: { facts: PhoneFacts; machine: PhoneMachine }) {
  const { t } = usePhoneTexts();
  const isLocal = addressProblem(address) === 'local';
  const others = isSet ? [] : (machine?.origins ?? []).filter((origin) => origin !== address && !isLocalOrigin(origin));
  return (
    <Check tone={isLocal ? 'bad' : isSet ? 'good' : 'quiet'} title={t('address.title')}>
      <span className={classes.address}>
        <code className="fw-code">{address}</code>
        <CopyButton label={t('address.copy')} text={address} />
      </span>
      <Text c="dimmed">{t(isSet ? 'address.isSet' : 'address.isPage')}</Text>
      {others.length > 0 && <Text c="dimmed">{t('address.others', { addresses: listText(others) })}</Text>}
      {machine?.isCluster && <Text c="dimmed">{t('address.cluster')}</Text>}
    </Check>
  );
}

const isLocalOrigin = (origin: string) => addressProblem(origin) === 'local';

function ReachCheck({ reach, address }: PhoneFacts) {
  const { t } = usePhoneTexts();
  const isLocalAddress = reach === 'NETWORK' && isLocalOrigin(address);
  const tone = isLocalAddress ? 'warn' : ({ NETWORK: 'good', PROXY: 'quiet', THIS_COMPUTER: 'bad' } as const)[reach];
  return (
    <Check tone={tone} title={t('reach.title')}>
      <Text c="dimmed">{t(isLocalAddress ? 'reach.LOCAL_ADDRESS' : `reach.${reach}`)}</Text>
    </Check>
  );
}

const certificateTones = { PUBLIC: 'good', LOCAL_CA: 'warn', OTHER: 'bad', PROXY: 'quiet', NONE: 'warn' } as const;

function CertificateCheck({ certificate, address, expiresAt, isOfOtherName }: PhoneFacts) {
  const { t } = usePhoneTexts();
  const needsNone = certificate === 'NONE' && isLocalOrigin(address);
  const tone = isOfOtherName ? 'bad' : needsNone ? 'quiet' : certificateTones[certificate];
  const until =
    expiresAt && new Intl.DateTimeFormat(currentLanguage(), { dateStyle: 'long' }).format(new Date(expiresAt));
  return (
    <Check tone={tone} title={t('certificate.title')}>
      <Text c="dimmed">
        {t(needsNone ? 'certificate.COMPUTER' : `certificate.${certificate}`)}{' '}
        {isOfOtherName && `${t('certificate.otherName')} `}
        {until && t('certificate.until', { date: until })}
      </Text>
    </Check>
  );
}
