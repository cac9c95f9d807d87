import { textsHook } from '../../../core/i18n/use-translation.ts';
import texts from './live-view.texts.json';

export const useLiveViewTexts = textsHook('live-view', texts);
