import { StartError } from './start-error.ts';

/** A variable has an invalid value. The message names the variable and never repeats a secret. */
export class ConfigError extends StartError {
  constructor(variable: string, problem: string) {
    super(`${variable} ${problem}`);
    this.name = 'ConfigError';
  }
}

/** Reads a variable; null when it is not set. */
export type Read = (name: string) => string | null;

export function wholeNumber(
  read: Read,
  name: string,
  { fallback, min, max }: { fallback: number; min: number; max: number },
) {
  const value = read(name);
  if (value === null) return fallback;
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new ConfigError(name, `must be a whole number from ${min} to ${max}, not "${value}".`);
}

export function text(name: string, value: string, { minLength, maxLength }: { minLength: number; maxLength: number }) {
  if (value.length >= minLength && value.length <= maxLength) return value;
  throw new ConfigError(name, `must have ${minLength} to ${maxLength} characters; it has ${value.length}.`);
}

export function oneOf<const Value extends string>(name: string, value: string, allowed: readonly Value[]): Value {
  const found = allowed.find((candidate) => candidate === value);
  if (found !== undefined) return found;
  throw new ConfigError(name, `must be one of ${allowed.join(', ')}, not "${value}".`);
}

// The message does not repeat the value, because a URL may contain a password.
export function url(read: Read, name: string, protocols: readonly string[]): string | null {
  const value = read(name);
  if (value === null) return null;
  if (protocols.includes(URL.parse(value)?.protocol ?? '')) return value;
  throw new ConfigError(name, `must be a URL that starts with ${protocols.map((each) => `${each}//`).join(' or ')}.`);
}

export function originUrl(read: Read, name: string): string | null {
  const value = url(read, name, ['http:', 'https:']);
  if (value === null) return null;
  const { origin, pathname, search, hash } = new URL(value);
  if (pathname === '/' && search === '' && hash === '') return origin;
  throw new ConfigError(name, 'must be an address without a path, such as https://fairwatch.example.org.');
}
