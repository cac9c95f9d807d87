/** The longest message of a program or of a person that is passed on. */
const maxLength = 300;

/** The text in one line without control characters, which could end an argument or draw on a terminal; clipped to `length` characters. */
export function oneLine(text: string, length = maxLength): string {
  const plain = text
    // oxlint-disable-next-line no-control-regex -- they are what is removed
    .replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
    .trim();
  return plain.length <= length ? plain : `${plain.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
