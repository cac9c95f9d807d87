import { clip } from '@fairwatch/device/core';
import { TermuxProblem, type TermuxProgram } from '../termux/termux.ts';
import { asciiDigits } from './digits.ts';
import { phoneText } from '../texts/phone.texts.ts';

/** An object that a program printed. Nothing is known about its fields. */
export type Fields = Readonly<Record<string, unknown>>;

/** No number that a program prints is longer. */
const numberMaxLength = 40;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Throws for output that is readable as JSON but is not what the program is documented to print. */
export function unreadable(program: TermuxProgram): TermuxProblem {
  return new TermuxProblem('UNREADABLE', phoneText('program.notUnderstood', { program }));
}

/** Returns the elements of a printed array. */
export function readList(program: TermuxProgram, json: unknown): readonly unknown[] {
  if (!Array.isArray(json)) throw unreadable(program);
  return json;
}

/** Returns a printed object. */
export function readFields(program: TermuxProgram, json: unknown): Fields {
  if (!isFields(json)) throw unreadable(program);
  return json;
}

/** Returns a field as a text, clipped; empty when it is missing or not a text. */
export function readText(value: unknown, maxLength: number): string {
  if (typeof value === 'string') return clip(value, maxLength);
  return typeof value === 'number' || typeof value === 'boolean' ? clip(String(value), maxLength) : '';
}

/** Returns a field as a number, which may be printed as a text and in the digits of any script; null when it is none. */
export function readNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || value.length > numberMaxLength) return null;
  const text = asciiDigits(value).trim();
  return /^[+-]?\d+(?:\.\d+)?$/.test(text) ? Number(text) : null;
}

/** Returns a field as a whole number that JavaScript stores exactly; null when it is none. */
export function readWhole(value: unknown): number | null {
  const number = readNumber(value);
  return number !== null && Number.isSafeInteger(number) ? number : null;
}

/** Returns a field as a boolean, which may be printed as a text; null when it is none. */
export function readFlag(value: unknown): boolean | null {
  if (value === true || value === 'true') return true;
  return value === false || value === 'false' ? false : null;
}
