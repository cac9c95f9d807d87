import { curlyQuotes, quoted } from '@fairwatch/contract';
import { addTexts } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import texts from './ask-consent.texts.json';

addTexts('ask-consent', texts);

/** The reason of a passcode in quotes, without a full stop: it stands within a sentence of ours. */
export const quotedReason = (reason: string): string => quoted(reason.replace(/\.+$/, ''), curlyQuotes);

/** Says who asked for a kind of data when the person joined, and why. */
export function useAskedAtJoining() {
  const { t } = useTranslation('ask-consent');
  return ({ by, mine, reason }: { by: string; mine: boolean; reason: string }): string =>
    t(mine ? 'atJoining.you' : 'atJoining.other', { by, reason: quotedReason(reason) });
}
