import { purposeTitle, type Passcode } from '@fairwatch/contract';
import { readable } from '../../../../core/components/text/readable-code.ts';
import { currentLanguage } from '../../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import type { CompanionAddresses } from '../../../../shared/companion/companion-address.ts';
import { useAskedWords } from '../../../../shared/enrolment/asked-words.ts';
import type { CardsPerSheet } from './sheets.ts';

/** How many characters of asked kinds and their reasons fit on a card. */
const roomForReasons: Record<CardsPerSheet, number> = { 8: 240, 10: 170 };

/** Returns what makes the words of a card, in the language in which it is called. */
export function useCardWords() {
  const { t } = useTranslation('passcodes');
  const askedWords = useAskedWords();
  return (passcode: Passcode, companion: CompanionAddresses, perSheet: CardsPerSheet) => {
    const { otpCode, name, admin, group, ground, expiresAt } = passcode;
    const expires = new Intl.DateTimeFormat(currentLanguage(), { dateStyle: 'medium', timeStyle: 'short' });
    const facts = [
      [t('cards.from'), group === null ? admin : `${admin} (${group.name})`],
      [t('cards.for'), purposeTitle(ground)],
      ...(ground.guardian === null ? [] : [[t('cards.guardian'), ground.guardian] as const]),
      [t('cards.until'), expires.format(new Date(expiresAt))],
    ] as const;
    return {
      facts,
      qr: t('cards.qr', { code: readable(otpCode) }),
      heading: t('cards.heading'),
      name: name === '' ? t('cards.anybody') : name,
      scan: t('cards.scan', { address: companion.start.replace(/^https?:\/\//, '') }),
      asked: askedWords(passcode, roomForReasons[perSheet]),
    };
  };
}
