import {
  clientErrors,
  fillText,
  findText,
  languageOf,
  sourceLanguage,
  type ClientError,
  type ErrorValues,
} from '@fairwatch/contract';
import { currentLanguage } from '../i18n/i18n.ts';

/** The text of an error of the console itself. */
export function clientErrorText(code: ClientError, values?: ErrorValues): string {
  return fillText(translated('contract/client-errors', code) ?? clientErrors[code], values);
}

/** The text of a server's error in the reader's language; undefined where it has none, and in English, which the server writes itself. */
export function translatedError(code: string, values?: ErrorValues): string | undefined {
  const text = translated('contract/errors', code);
  return text === undefined ? undefined : fillText(text, values);
}

/** The contract's English texts are not registered: all of them together would make every page heavier. */
function translated(name: string, code: string): string | undefined {
  if (languageOf(currentLanguage()) === sourceLanguage) return undefined;
  const found = findText(name, code);
  return typeof found === 'string' ? found : undefined;
}
