/** Something that whoever makes a release can mend. Its message says how. */
export class ReleaseError extends Error {}
