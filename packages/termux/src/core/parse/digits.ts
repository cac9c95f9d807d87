/** The code points of the digit zero in the scripts that Android formats numbers in; the other nine follow each. */
export const digitZeros: readonly number[] = [
  0x0660, 0x06f0, 0x07c0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0x0de6, 0x0e50,
  0x0ed0, 0x0f20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40, 0x1c50,
  0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10, 0x11136, 0x1e950,
];

const asciiOf = new Map(
  digitZeros.flatMap((zero) =>
    Array.from({ length: 10 }, (_, value): [string, string] => [String.fromCodePoint(zero + value), String(value)]),
  ),
);

/** Marks of the writing direction, which are not visible and stand between digits in right-to-left languages. */
const directionMarks = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** Replaces the digits of any script by those of ASCII. Termux:API prints dates and durations in the language of the phone. */
export function asciiDigits(text: string): string {
  return text.replaceAll(directionMarks, '').replaceAll(/\p{Nd}/gu, (digit) => asciiOf.get(digit) ?? digit);
}
