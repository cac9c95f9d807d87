import { offersWithout, type Capability, type CommandType, type Offers } from '@fairwatch/contract';
import type { Termux, TermuxProgram } from '../termux/termux.ts';
import { phoneText } from '../texts/phone.texts.ts';

/** The programs without which nothing of a capability can be read. */
const neededPrograms: Readonly<Partial<Record<Capability, TermuxProgram>>> = {
  CONTACTS: 'termux-contact-list',
  CALL_LOG: 'termux-call-log',
  SMS: 'termux-sms-list',
  LOCATION: 'termux-location',
  APPS: 'pm',
  CAMERA: 'termux-camera-photo',
  MICROPHONE: 'termux-microphone-record',
  NOTIFICATIONS: 'termux-notification',
};

/** What Android gives to no app like this one. */
const refusedCapabilities = (): Partial<Record<Capability, string>> => ({ CALL_RECORDING: phoneText('refusal.calls') });
const refusedCommands = (): Partial<Record<CommandType, string>> => ({ CAPTURE_VIDEO: phoneText('refusal.videos') });

/** Why this phone cannot share some data, by capability. */
function termuxRefusals(termux: Pick<Termux, 'has'>): Partial<Record<Capability, string>> {
  const missing = (Object.entries(neededPrograms) as [Capability, TermuxProgram][])
    .filter(([, program]) => !termux.has(program))
    .map(([capability, program]) => [capability, missingText(program)]);
  return { ...Object.fromEntries(missing), ...refusedCapabilities() };
}

/** The commands that this phone can carry out, for `hello`. */
export function termuxOffers(termux: Pick<Termux, 'has'>): Offers {
  const { commands, refusals } = offersWithout(termuxRefusals(termux));
  const refused = refusedCommands();
  return {
    lists: true,
    commands: commands.filter((type) => !(type in refused)),
    refusals: { ...refused, ...refusals },
  };
}

function missingText(program: TermuxProgram): string {
  return program.startsWith('termux-') ? phoneText('refusal.noTermuxApi') : phoneText('program.missing', { program });
}
