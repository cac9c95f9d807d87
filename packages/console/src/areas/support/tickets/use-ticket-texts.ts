import { addTexts } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import texts from './tickets.texts.json';

addTexts('tickets', texts);

/** The translations of the tickets pages. */
export function useTicketTexts() {
  return useTranslation('tickets');
}
