import { curlyQuotes, quoted } from '@fairwatch/contract';
import { addTexts } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { useAdminSession } from '../../../core/session/session-store.ts';
import texts from './ask-consent.texts.json';

addTexts('ask-consent', texts);

/** The reason of a passcode in quotes, without a full stop: it stands within a sentence of ours. */
export const quotedReason = (reason: string): string => quoted(reason.replace(/\.+$/, ''), curlyQuotes);

/** Says who asked for a kind of data when the person joined, and why. */
export function useAskedAtJoining() {
  const { t } = useTranslation('ask-consent');
  const { username } = useAdminSession();
  return ({ by, reason }: { by: string; reason: string }): string =>
    t(by === username ? 'atJoining.you' : 'atJoining.other', { by, reason: quotedReason(reason) });
}
