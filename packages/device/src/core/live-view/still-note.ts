import { quoted } from '@fairwatch/contract';
import { coreText } from '../texts/core.texts.ts';
import { readersLanguage } from '../texts/readers-language.ts';

/** Who kept a picture of the live view, when and why, for the person to read afterwards. */
export function stillNote({ requestedBy, reason }: { requestedBy: string; reason: string | null }): string {
  const facts = {
    requestedBy,
    moment: new Date().toLocaleString(readersLanguage(), { dateStyle: 'medium', timeStyle: 'short' }),
  };
  return reason === null
    ? coreText('liveView.still', facts)
    : coreText('liveView.stillWithReason', { ...facts, reason: quoted(reason) });
}
