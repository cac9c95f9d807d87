import {
  capabilities,
  contentPath,
  fileCapabilities,
  nameInSentence,
  type AuditDetails,
  type Capability,
} from '@fairwatch/contract';

/** Returns the subject of entries about reading files: one for each capability that has files. */
export function contentSubject(capability: Capability): string {
  return `${contentPath}/${capability}`;
}

/** How reads of files are logged, for each capability that has files. */
export const contentReads = fileCapabilities.map((capability) => ({
  path: contentSubject(capability),
  capability,
  summary: `The files of a device that came under ${capabilities[capability].title}`,
  describe: (_input: unknown, _answer: unknown, about: Readonly<AuditDetails>): AuditDetails => about,
  words: ({ object, how }: Readonly<AuditDetails>): string => {
    if (object === undefined) return `looked at files of ${capabilities[capability].title}`;
    const name = nameInSentence(object);
    if (how === 'PREVIEW') return `looked at the preview of ${name}`;
    return how === 'SAVE' ? `downloaded ${name}` : `opened ${name}`;
  },
}));
