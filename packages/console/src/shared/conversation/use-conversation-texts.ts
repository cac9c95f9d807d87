import { addTexts } from '../../core/i18n/i18n.ts';
import { useTranslation } from '../../core/i18n/use-translation.ts';
import texts from './conversation.texts.json';

addTexts('conversation', texts);

/** The texts of conversations. They are loaded with the first page that shows one. */
export function useConversationTexts() {
  return useTranslation('conversation');
}
