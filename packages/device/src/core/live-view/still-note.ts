import { quoted } from '@fairwatch/contract';
import { coreText } from '../texts/core.texts.ts';

/** Who kept a picture of the live view, when and why, for the person to read afterwards. */
export function stillNote({ requestedBy, reason }: { requestedBy: string; reason: string | null }): string {
  const facts = { requestedBy, moment: new Date().toLocaleString('en') };
  return reason === null
    ? coreText('liveView.still', facts)
    : coreText('liveView.stillWithReason', { ...facts, reason: quoted(reason) });
}
