import { capabilities, capabilityNames, purposeTitle, type Passcode } from '@fairwatch/contract';
import type { CompanionAddresses } from '../../../../shared/companion/companion-address.ts';
import { QrCode } from '../../../../core/components/qr-code.tsx';
import { readable } from '../../../../core/components/text/readable-code.ts';
import { currentLanguage } from '../../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import classes from './cards.module.css';

interface PasscodeCardProps {
  passcode: Passcode;
  companion: CompanionAddresses;
}

const askedFor = capabilityNames.map((name) => capabilities[name].title).join(', ');

/** A card for one person: the QR code of their link, the passcode to type, who asks, what for, and what will be asked. */
export function PasscodeCard({ passcode, companion }: PasscodeCardProps) {
  const { t } = useTranslation('passcodes');
  const { otpCode, name, admin, group, ground, expiresAt } = passcode;
  const expires = new Intl.DateTimeFormat(currentLanguage(), { dateStyle: 'medium', timeStyle: 'short' });
  const facts = [
    [t('cards.from'), group === null ? admin : `${admin} (${group.name})`],
    [t('cards.for'), purposeTitle(ground)],
    ...(ground.guardian === null ? [] : [[t('cards.guardian'), ground.guardian] as const]),
    [t('cards.until'), expires.format(new Date(expiresAt))],
  ] as const;
  return (
    <article className={classes.card} aria-label={name === '' ? readable(otpCode) : name}>
      <QrCode text={companion.join(otpCode)} label={t('cards.qr', { code: readable(otpCode) })} />
      <div className={classes.texts}>
        <p className={classes.heading}>{t('cards.heading')}</p>
        <h2 dir="auto">{name === '' ? t('cards.anybody') : name}</h2>
        <p className={classes.scan}>{t('cards.scan', { address: companion.start.replace(/^https?:\/\//, '') })}</p>
        <p className={classes.code}>{readable(otpCode)}</p>
        <dl>
          {facts.map(([term, value]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <p className={classes.asked}>{t('cards.asked', { capabilities: askedFor })}</p>
    </article>
  );
}
