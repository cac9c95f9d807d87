import { ticketLimits } from '@fairwatch/contract';
import { Recording } from '@fairwatch/look/voice';

const { voiceMaxMs, peaks } = ticketLimits;

/** A voice message for a ticket, ready to be recorded. */
export function createVoiceMessage(): Recording {
  return new Recording({ maxMs: voiceMaxMs, peaks });
}
