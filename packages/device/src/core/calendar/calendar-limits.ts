/** How many events a person can share, each occurrence of a repeating one counted. */
export const eventsAtMost = 10_000;

/** The largest calendar file that is read. */
export const calendarMaxBytes = 5 * 1024 * 1024;
