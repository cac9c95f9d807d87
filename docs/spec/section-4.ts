import type { Section } from './section.ts';

export const section4: Section = {
  number: 4,
  title: 'States and transitions',
  statements: {
    '4.1': 'The session starts unauthenticated with the default profile.',
    '4.2': 'Setting the profile merges the supplied fields, sets isAuthenticated true, loading false, clears error.',
    '4.3': 'Loading can be toggled.',
    '4.4': 'Setting an error stores it and turns loading off.',
    '4.5': 'Logout resets everything to defaults.',
    '4.6': 'Adding a notification keeps only the latest.',
    '4.7': 'Clearing notifications sets it to none.',
    '4.8': 'A maintenance status poll returns a maintenance flag.',
    '4.9':
      'The displayed maintenance state flips only after the new value is seen on consecutive polls (counter must reach 2).',
    '4.10': 'On failure the maintenance poll retries up to 3 times, 3 s apart, then keeps the previous state.',
    '4.11': 'The socket connects and pings every 10 s while open.',
    '4.12': 'On close the socket retries up to 3 times at 3 s intervals, then shows a message.',
    '4.13': 'Toast types: blank, error, success, loading, custom.',
    '4.14': 'Request timing: started, completed or failed.',
    '4.15': 'Ticket status: OPEN, IN_PROGRESS, ANSWERED, CLOSED, CANCELLED.',
    '4.16': 'An admin can edit the ticket status in the edit modal.',
    '4.17': 'Ticket priority: LOW, MEDIUM, HIGH, CRITICAL.',
    '4.18': 'Device status: Online or Offline.',
    '4.19': 'Pending user status: Pending.',
    '4.20': 'Ticket messages: unread or read.',
    '4.21': 'Registration: step 1 email; step 2 verification and account details, with Back and Resend Code.',
    '4.22': 'While commands are queued, new ones are blocked.',
  },
};
