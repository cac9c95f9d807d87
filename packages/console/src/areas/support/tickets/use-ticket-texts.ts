import { textsHook } from '../../../core/i18n/use-translation.ts';
import texts from './tickets.texts.json';

/** The translations of the tickets pages. */
export const useTicketTexts = textsHook('tickets', texts);
