import {
  commandTypes,
  commandWords,
  inLanguage,
  retell,
  retellAlert,
  sourceLanguage,
  translator,
  type NotificationKind,
} from '@fairwatch/contract';
import { mailText } from '../texts/mail-text.ts';
import { retellRunTitle } from '../texts/run-titles.ts';
import { commandNames } from './notification-words.ts';
import texts from './notifications.texts.json' with { type: 'json' };

const file = 'server/notifications';
const t = translator(file, texts);

interface Told {
  title: string;
  type: NotificationKind;
  message?: string;
}

/** A stored notification in the language of who reads it. What no text of ours made stays as it was stored. */
export function retellNotification<Stored extends Told>(stored: Stored, language: string): Stored {
  if (language === sourceLanguage) return stored;
  return inLanguage(language, () => ({
    ...stored,
    title: retellTitle(stored),
    ...(stored.message !== undefined && { message: retellWords(stored.type, stored.message) }),
  }));
}

function retellTitle({ type, title }: Told): string {
  const many = retellMany(type, title);
  if (many !== undefined) return many;
  if (type === 'ALERT') return retellAlertOf(title);
  if (type === 'RUN_DONE' || type === 'RUN_INCOMPLETE') {
    const [, run] = /^(.+): finished$/s.exec(title) ?? [];
    return run === undefined ? title : t('RUN.one', { title: retellRunTitle(run) });
  }
  const [, name = '', ending] = /^(.+) (finished|began|failed|declined)$/.exec(title) ?? [];
  const command = commandTypes.find((each) => commandNames[each] === name);
  if (command !== undefined) {
    const what = commandWords(command, {}).title;
    if (type === 'COMMAND_DONE') return t(ending === 'began' ? 'COMMAND_DONE.began' : 'COMMAND_DONE.one', { what });
    if (type === 'COMMAND_FAILED' || type === 'COMMAND_DECLINED') return t(`${type}.one`, { what });
  }
  return retellWords(type, title);
}

function retellWords(type: NotificationKind, words: string): string {
  return retell(file, texts, [type], words);
}

/** "12 commands finished": its kind and the number say all of it, in the words that its mail has too. */
function retellMany(type: NotificationKind, title: string): string | undefined {
  const [, number] = /^([\d,]+) /.exec(title) ?? [];
  if (number === undefined) return undefined;
  const count = Number(number.replaceAll(',', ''));
  const english = inLanguage(sourceLanguage, () => mailText(`news.kinds.${type}`, { count }));
  return title === english ? mailText(`news.kinds.${type}`, { count }) : undefined;
}

/** The name of the device stands before the words of the alert, and may have a colon itself. */
function retellAlertOf(title: string): string {
  for (let at = title.indexOf(': '); at > 0; at = title.indexOf(': ', at + 1)) {
    const words = title.slice(at + 2);
    const told = retellAlert(words);
    if (told !== words) return `${title.slice(0, at)}: ${told}`;
  }
  return title;
}
