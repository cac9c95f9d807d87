/** What taps on notifications say that need no number. */
export const plainWords = ['open', 'pause', 'resume', 'notice-gone'] as const;
/** What taps say about a command, by its id. */
export const numberedWords = ['allow', 'decline', 'stop'] as const;

export type PlainWord = (typeof plainWords)[number];
export type NumberedWord = (typeof numberedWords)[number];

/** One tap. `hand-over` is no tap: a program with a screen asks one without to make place. */
export type ControlMessage = { word: PlainWord | 'hand-over' } | { word: NumberedWord; commandId: number };

const number = /^[1-9]\d{0,14}$/;

/** Reads the words of a tap; null for anything else. Only these words and whole numbers ever pass. */
export function parseControlWords(words: readonly string[]): ControlMessage | null {
  const [word, given, ...more] = words;
  if (word === undefined || more.length > 0) return null;
  if (given === undefined) {
    const plain = [...plainWords, 'hand-over' as const].find((each) => each === word);
    return plain === undefined ? null : { word: plain };
  }
  const numbered = numberedWords.find((each) => each === word);
  return numbered === undefined || !number.test(given) ? null : { word: numbered, commandId: Number(given) };
}

export function controlLine(message: ControlMessage): string {
  return 'commandId' in message ? `${message.word} ${message.commandId}` : message.word;
}
