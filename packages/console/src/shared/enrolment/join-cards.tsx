import { purposeTitle, type Passcode } from '@fairwatch/contract';
import { createPortal } from 'react-dom';
import type { CompanionAddresses } from '../companion/companion-address.ts';
import { QrCode } from '../../core/components/qr-code.tsx';
import { readable } from '../../core/components/text/readable-code.ts';
import { currentLanguage } from '../../core/i18n/i18n.ts';
import { useTranslation } from '../../core/i18n/use-translation.ts';
import { useAskedWords } from './asked-words.ts';
import classes from './join-cards.module.css';

interface JoinCardsProps {
  passcodes: readonly Passcode[];
  companion: CompanionAddresses;
}

/**
 * Printable cards of passcodes, one per sheet. They are hidden on screen, and while they are mounted only they are printed. They are
 * rendered in a portal, because a dialog would be printed on every sheet.
 */
export function JoinCards({ passcodes, companion }: JoinCardsProps) {
  return createPortal(
    <div className={classes.sheets}>
      {passcodes.map((passcode) => (
        <JoinCard key={passcode.id} passcode={passcode} companion={companion} />
      ))}
    </div>,
    document.body,
  );
}

function JoinCard({ passcode, companion }: { passcode: Passcode; companion: CompanionAddresses }) {
  const { t } = useTranslation('join');
  const askedWords = useAskedWords();
  const { otpCode, name, ground, admin, expiresAt } = passcode;
  const expires = new Intl.DateTimeFormat(currentLanguage(), { dateStyle: 'full', timeStyle: 'short' });
  const facts = [
    [t('card.server'), new URL(companion.origin).host],
    [t('card.admin'), admin],
    [t('card.purpose'), purposeTitle(ground)],
    ...(ground.guardian === null ? [] : [[t('card.guardian'), ground.guardian] as const]),
    [t('card.expires'), expires.format(new Date(expiresAt))],
  ] as const;
  return (
    <article className={classes.card}>
      <h1>{t('card.title')}</h1>
      {name !== '' && (
        <p className={classes.name} dir="auto">
          {name}
        </p>
      )}
      <p>{t('card.text')}</p>
      <QrCode text={companion.join(otpCode)} label="" />
      <p className={classes.label}>{t('card.address')}</p>
      <p className="fw-code">{companion.start}</p>
      <p className={classes.label}>{t('card.passcode')}</p>
      <p className={`fw-code ${classes.code}`}>{readable(otpCode)}</p>
      <p className={classes.asked}>{askedWords(passcode, Number.POSITIVE_INFINITY)}</p>
      <dl>
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </article>
  );
}
