/** What the person chose on this phone, beside what they share. It is kept in the state folder. */
export interface Choices {
  /** The folder whose files are shared; null until one is chosen. */
  sharedFolder: string | null;
  /** The folders whose photos and videos are shared, such as `~/storage/dcim`. */
  mediaFolders: readonly string[];
  /** The .ics files whose events are shared. */
  calendarFiles: readonly string[];
  /** Keeps the phone awake for the connection, which costs battery. */
  wakeLock: boolean;
  /** Whether a request for the location is answered without a tap. */
  answerLocation: 'ASK' | 'ALWAYS';
}

export const noChoices: Choices = {
  sharedFolder: null,
  mediaFolders: [],
  calendarFiles: [],
  wakeLock: false,
  answerLocation: 'ASK',
};
