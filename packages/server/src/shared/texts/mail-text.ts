import { translator } from '@fairwatch/contract';
import texts from './mails.texts.json' with { type: 'json' };

/** The texts of mails. A mail is made inside of `inLanguage`, in the language of who gets it. */
export const mailText = translator('server/mails', texts);

/** The paragraphs of a mail as text. */
export const paragraphs = (...texts: string[]) => `${texts.join('\n\n')}\n`;
