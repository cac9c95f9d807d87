/** What the person reads about keeping the phone awake. */
export const wakeLockWords = {
  title: 'Battery',
  label: 'Keep the phone awake for Fairwatch',
  meaning:
    'Without it Android may pause Termux while the screen is off: requests then wait until you use the phone. With it the battery lasts less long.',
} as const;
