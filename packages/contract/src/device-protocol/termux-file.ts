import { z } from 'zod/mini';
import { limits } from '../core/limits.ts';
import { sha256 } from '../shared/stored/file-names.ts';

/** The file name of the Termux companion, and the folder of the server that offers it. The console has no route below that folder. */
export const termuxFileName = 'fairwatch.mjs';
export const termuxFolder = '/termux/';
/** Where a phone fetches the Termux companion, without signing in. */
export const termuxFilePath = `${termuxFolder}${termuxFileName}`;
/** Facts about that file as JSON (`offeredTermux`), for anybody: by them a phone learns that another file is offered. */
export const termuxFactsPath = `${termuxFolder}fairwatch.json`;

/** The Termux companion as this server offers it. The same source gives the same bytes, on every machine. */
export const offeredTermux = z.object({
  /** As the file itself says in its first lines. */
  version: z.string().check(z.maxLength(limits.termuxFile.versionMaxLength), z.regex(/^\d[\w.-]*$/)),
  size: z.int().check(z.minimum(1), z.maximum(limits.termuxFile.maxBytes)),
  sha256,
  /** From the root of the server. */
  url: z.string().check(z.maxLength(200)),
});
export type OfferedTermux = z.infer<typeof offeredTermux>;

const title = 'Fairwatch for Termux';
const titleLine = new RegExp(`^// ${title} (\\d[\\w.-]*)$`, 'm');
/** More than the first lines of the file take. */
const headLength = 200;

/** The line by which the built file names itself and its version. */
export function termuxTitleLine(version: string): string {
  return `// ${title} ${version}`;
}

/** The version in the first lines of a built file; null for any other text, such as the source of the program. */
export function versionOfTermuxFile(text: string): string | null {
  return titleLine.exec(text.slice(0, headLength))?.[1] ?? null;
}
