import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Section } from '../../docs/spec/section.ts';
import { root } from '../core/paths.ts';

const file = path.join(root, 'docs', 'spec', 'still-open.json');

/** The statements that may be without a test. The list only gets shorter; once it is empty, every statement has a test. */
export function readStillOpen(): string[] {
  return JSON.parse(readFileSync(file, 'utf8')) as string[];
}

export function writeStillOpen(ids: readonly string[]): void {
  writeFileSync(file, `${JSON.stringify(ids, null, 2)}\n`);
}

interface Judgement {
  /** Open, and not allowed to be. */
  unproved: string[];
  /** Those of the list that are still open. */
  remaining: string[];
}

/** Compares what has no proof with what may have none. */
export function judgeOpen(
  sections: readonly Section[],
  proofs: ReadonlyMap<string, unknown>,
  stillOpen: readonly string[],
): Judgement {
  const open = sections.flatMap(({ statements }) => Object.keys(statements)).filter((id) => !proofs.has(id));
  return {
    unproved: open.filter((id) => !stillOpen.includes(id)),
    remaining: stillOpen.filter((id) => open.includes(id)),
  };
}
