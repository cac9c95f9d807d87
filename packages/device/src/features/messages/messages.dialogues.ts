import written from './messages.dialogues.json' with { type: 'json' };

/** One line of a dialogue: its direction, and the text with its placeholders. */
export interface Turn {
  sent: boolean;
  words: string;
}

export type Dialogue = readonly Turn[];

/** In the file a line begins with `<` for received or `>` for sent. */
function dialogues(lines: readonly (readonly string[])[]): readonly Dialogue[] {
  return lines.map((dialogue) => dialogue.map((line) => ({ sent: line.startsWith('>'), words: line.slice(2) })));
}

/** The values of a placeholder such as {food}; within one dialogue the value is the same throughout. */
export const slots: Readonly<Record<string, readonly string[]>> = written.slots;

/** People at home: short, frequent, about the day. */
export const familyDialogues = dialogues(written.family);
/** Friends: plans, films, favours, nonsense. */
export const friendDialogues = dialogues(written.friends);
/** Work: rota, clients, small emergencies. */
export const workDialogues = dialogues(written.work);

interface Service {
  name: string;
  address: string | undefined;
  dialogues: readonly Dialogue[];
}

/** Services that write by themselves, each under its own name. Hardly anybody answers them. */
export const services: readonly Service[] = written.services.map(({ name, address, dialogues: lines }) => ({
  name,
  address,
  dialogues: dialogues(lines),
}));
