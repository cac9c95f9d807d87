/** How a phone came to the address of a test, and when: all that is kept about it. */
export interface PhoneReached {
  isSecure: boolean;
  at: number;
}

/** What became of a call to a test's address. UNKNOWN: nobody began such a test. */
export type PhoneArrival = 'REACHED' | 'AGAIN' | 'OVER' | 'UNKNOWN';

/** The state of a test for the admin who began it. */
export interface PhoneTestState {
  isOver: boolean;
  reached: PhoneReached | null;
}

/** Tests whether a phone reaches the server: addresses that work once, for some minutes, on every server of the installation. */
export interface PhoneTests {
  start(userId: number): { test: string; expiresAt: number };
  /** Called when somebody opens the address of a test. */
  arrive(test: string, isSecure: boolean): PhoneArrival;
  /** Null for a test that nobody began, or somebody else. */
  find(test: string, userId: number): PhoneTestState | null;
}
