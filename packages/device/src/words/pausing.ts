/** What is said about pausing all sharing. */
export const pauseWords = {
  pause: 'Pause',
  resume: 'Share again',
  whilePaused: 'Sharing is paused: nobody sees anything of you.',
  whileSharing: 'Stops all sharing at once, until you take it up again.',
} as const;
