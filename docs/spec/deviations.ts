/** Where the product does something else than the specification says, on purpose. */
export interface Deviation {
  title: string;
  /** The numbers of the statements that it concerns; the quoted one comes first. */
  statements: readonly [string, ...string[]];
  /** The words of the first statement from which the product departs. */
  quote: string;
  instead: string;
  reason: string;
}

/** Every deviation, consent first. They head docs/conformance.md; a test compares each quote with its statement. */
export const deviations: readonly Deviation[] = [
  {
    title: 'Consent comes first',
    statements: ['1.1', '2.97', '2.76', '2.77', '2.78'],
    quote: 'Signed-in admins open per-device pages to view and command data.',
    instead:
      'A page of device data shows "not shared", and its commands are refused, until the person of the device shares that ' +
      'capability. Sharing starts off, and a person can limit it to hours of the week, pause it or end it at any moment. ' +
      'A device that does not show its notice collects nothing.',
    reason: 'Supervision in the open is what the product is for. The server enforces it, and the device does too.',
  },
  {
    title: 'Device details take their own permission',
    statements: ['2.77'],
    quote: 'IP, battery, WiFi connected or disconnected.',
    instead:
      'Model, system, IP, battery and network are shown on the overview, in lists and in counts to admins with Device Info, who ' +
      'have given the reason and have the agreement that the owner demands for it. Everybody else with the page sees the rest.',
    reason: 'What the page of the details would refuse is not told by another page.',
  },
  {
    title: 'Read Only opens pages',
    statements: ['6.2'],
    quote:
      'Route guard: authenticated but lacking an item in featureAccessDTOs with the required featurePermission and ' +
      'featureAccess equal to FULL_ACCESS goes to /not-authorized.',
    instead: 'Read Only opens a page and its lists, without commands or edits, in the console and on the server.',
    reason: 'If only FULL_ACCESS opened a page, Read Only would mean nothing.',
  },
  {
    title: 'The audit log takes its own permission',
    statements: ['3.11', '6.3'],
    quote: 'The 27 feature permission names:',
    instead: 'There is one more, AUDIT, the last of the list. Read Only opens the audit log and nothing else.',
    reason:
      'The specification has no audit log. A works council must read it without becoming a role manager; a permission that opens ' +
      'more would tell it what devices share.',
  },
  {
    title: 'Maintenance is confirmed after 3 seconds',
    statements: ['9.1', '4.9', '9.3'],
    quote: 'Maintenance poll every 1,200,000 ms (20 min).',
    instead:
      'A poll that differs from what is shown is repeated after 3 seconds instead of 20 minutes. The state still flips ' +
      'only after two polls in a row.',
    reason: 'Else whoever opens the console during maintenance would work against a closed server for twenty minutes.',
  },
  {
    title: 'Chunks of 8 MB',
    statements: ['9.11', '7.36', '5.8'],
    quote: 'Upload size constant 3 MB (3*1024*1024).',
    instead:
      'A file in one request has at most 3 MB, and so has each request of a device. A chunk of file/upload/multipart/chunk ' +
      'carries up to 8 MB, so that files of up to 2 GB can be sent to a device. What a device sends is limited by MAX_UPLOAD_MB.',
    reason: 'A fleet sends films and archives. In pieces of 3 MB a large file takes much longer.',
  },
  {
    title: 'One reload',
    statements: ['2.44', '8.18'],
    quote: 'If a page fails to load, the browser reloads the page.',
    instead:
      'It reloads once. A second failure in a row is shown, with a button that tries again. A server that does not answer ' +
      'is waited for, without a reload.',
    reason: 'It would reload forever, or leave the error page of the browser in the place of the console.',
  },
  {
    title: 'The app has a link that needs no sign-in',
    statements: ['2.9', '1.6', '7.32', '2.55'],
    quote: '/app-download asks for APP_DOWNLOAD.',
    instead:
      'The page asks for APP_DOWNLOAD. The app and the documents on it also have an address that cannot be guessed and that ' +
      'opens without signing in.',
    reason: 'Whoever installs the app is the person of a device, who has no account in the console.',
  },
  {
    title: 'Order of panels',
    statements: ['2.45', '2.46', '2.47'],
    quote: 'Sidebar groups: Admin Panel, Main Panel, Device Management, Menu Panel.',
    instead:
      'The default panel begins with the Main Panel, then Device Management, Admin Panel and Menu Panel. Device Management ' +
      'stands only while a device is open, and a group without anything to open is left out. Custom Panel 3 has lines instead of headings.',
    reason: 'What is used most stands on top, and most admins never manage other admins.',
  },
  {
    title: 'Presets',
    statements: ['2.45', '2.46', '2.47'],
    quote: 'Sidebar groups: Admin Panel, Main Panel, Device Management, Menu Panel.',
    instead:
      'In an installation that is for a family, a school or a fleet, the sidebar has other groups with at most 12 links, the rest is ' +
      'under More, and pages have plainer names, such as Passcodes for the OTP List. Kinds of data that it does not use have no ' +
      'page. Everything, which every installation from before has, keeps the groups, panels and names of the specification.',
    reason: 'A parent or a teacher gave up on a console that shows everything to everybody.',
  },
  {
    title: 'A third payload mode',
    statements: ['7.4', '9.16'],
    quote: 'The payload may be sent as an encrypted data field in mode AES_GCM_256.',
    instead: 'Beside PLAINTEXT and AES_GCM_256 there is AES_GCM_256_RANDOM_IV, with a new IV for each payload.',
    reason: 'One key with one IV breaks GCM: docs/payload-modes.md. Who wants encryption should have one that holds.',
  },
  {
    title: 'Added pages',
    statements: ['2.19', '2.1', '2.2', '2.35', '2.46'],
    quote: 'Each page of the device section at /device takes {deviceId}.',
    instead:
      'There are pages that the specification does not name: Map, Zones, Alerts, Reports, Groups, Runs, Run, Schedules, Passcode ' +
      'Cards, Audit Log, Data, Hours and Push, Servers, Map Data, Reasons and Approvals, Installation, Approvals, Forgot password, Invitation, the ' +
      'documentation of the API, and the companion for phones. Sign-in also knows passkeys and a second factor, and the account page manages them, ' +
      'the sessions and the email address.',
    reason: 'Consent, accountability, safe accounts and work on many devices need a place.',
  },
  {
    title: 'Runs wait for open commands',
    statements: ['4.22', '8.9', '2.97'],
    quote: 'While commands are queued, new ones are blocked.',
    instead:
      'A single command is refused while another one of its device is open. A run (Update all, a schedule, work on several ' +
      'devices or files) is taken, and each of its steps waits until its device has no open command. The dialog that starts it, ' +
      'the page of the run and each waiting step say so. A run never queues a second command on a device.',
    reason: 'Whoever updates a hundred phones cannot press again for each one that is busy.',
  },
  {
    title: 'Codes in text messages are masked',
    statements: ['2.88', '7.86'],
    quote: 'Text messages: received or sent.',
    instead:
      'Codes for signing in and of banks are masked in lists, searches, exports and archives. An admin uncovers them message by ' +
      'message, and each time is a line in the log of the device.',
    reason: 'A code opens accounts of the person that nobody agreed to share.',
  },
  {
    title: 'Further messages of the socket',
    statements: ['7.91', '7.90', '7.93'],
    quote: 'The socket sends {type: ping}.',
    instead:
      'The console also sends {type: catch-up} once after opening. Beside NOTIFICATION the server sends CHANGED (which list to ' +
      'load again), TICKET (which ticket changed) and RESYNC (load everything again). None of them carries data of a device.',
    reason: 'What changes is on every open screen at once, without polling.',
  },
  {
    title: 'A failure is an error toast',
    statements: ['7.93'],
    quote: 'A NOTIFICATION message shows its title as a success toast.',
    instead: 'A NOTIFICATION that tells of a failure shows its title and the reason as an error toast, for 4000 ms.',
    reason: 'A green tick on "Renaming a file failed" misleads, and the reason is what the admin needs.',
  },
  {
    title: 'A recording is announced',
    statements: ['1.2', '2.86', '2.93', '2.94', '2.95'],
    quote: 'Admins run live camera, video and voice recording.',
    instead:
      'The person sees a countdown of 3 seconds with the name of the admin, an indicator while it records, and a note ' +
      'afterwards, and can stop it. A live picture begins only after the person has allowed it, each time. A call is recorded only ' +
      'while the device says that one is under way.',
    reason: 'Nobody is recorded without noticing. The protocol has no verb for anything hidden.',
  },
  {
    title: 'Reasons and second admins',
    statements: ['1.1', '4.22'],
    quote: 'Signed-in admins open per-device pages to view and command data.',
    instead:
      'The owner decides for each capability whether an admin is asked for a reason, must give one, or needs a second ' +
      'admin to agree. By default the console asks for a reason before calls, text messages, files, camera, microphone and call ' +
      'recordings are used, and an admin may go on without one; nothing is required. The person reads the reasons in the log ' +
      'of the device.',
    reason: 'Whoever looks at personal data answers for it.',
  },
  {
    title: 'Data does not stay forever',
    statements: ['1.1'],
    quote: 'Signed-in admins open per-device pages to view and command data.',
    instead:
      'Each kind of data is deleted after its retention time. A device that leaves takes everything along that names its person.',
    reason: 'What is not needed any more can do no harm.',
  },
  {
    title: 'Reachable devices',
    statements: ['4.18', '2.60', '2.75', '3.20'],
    quote: 'Device status: Online or Offline.',
    instead: 'A device that is not connected, but whose person allowed push, is Reachable.',
    reason:
      'The companion lives in a browser, which sleeps. An admin must know that a command can still ask its person.',
  },
  {
    title: 'Calls that are no JSON, and calls of devices',
    statements: ['7.2', '7.3', '7.7'],
    quote: 'All calls are POST with a JSON body, except the health check (GET).',
    instead:
      'Files are sent as forms and fetched by GET, with a ticket of short life in the address instead of the bearer token. ' +
      'Devices have calls of their own below device/v1/api, and send files in resumable pieces.',
    reason:
      'A browser can show, seek and save a file only by an address, and a phone must not read the calls of admins.',
  },
  {
    title: 'The socket goes on trying',
    statements: ['4.12', '8.2', '9.4'],
    quote: 'On close the socket retries up to 3 times at 3 s intervals, then shows a message.',
    instead:
      'After the message it still tries now and then, and at once when the network or the window comes back. A connection ' +
      'that leaves two pings without an answer is taken for closed.',
    reason: 'A laptop that wakes up should work without a reload, and a cut connection can look open for minutes.',
  },
  {
    title: 'Whose password may be set',
    statements: ['6.10', '2.67'],
    quote: 'Admins can have nickname and password changed.',
    instead:
      'An admin sets the password of an account below them only when it has no permission and no device that they lack ' +
      'themselves. Its owner is told by mail, and all its sessions end.',
    reason: 'Else everybody could sign in as somebody who may do more.',
  },
  {
    title: 'Sign-up can be closed',
    statements: ['2.2', '2.3', '2.4'],
    quote: 'Login: username, password, remember me, link to sign up.',
    instead: 'With SIGN_UP=off there is no link to sign up, and the page says whom to ask. By default it is on.',
    reason: 'An installation on the internet may want no strangers who wait.',
  },
  {
    title: 'Everybody reads their own language',
    statements: ['1.12'],
    quote: 'The interface language is English only, with English as fallback.',
    instead:
      'The console, the notice, the companions and the mails are in eight languages. English is the default where a browser prefers none of them, ' +
      'and what a language lacks is shown in English.',
    reason: 'Nobody can agree to what they cannot read.',
  },
  {
    title: 'A toast waits for the pointer',
    statements: ['9.6', '9.7'],
    quote: 'Toasts: 4000 ms for blank, error, custom.',
    instead: 'Pointing at the toasts holds them, for at most 10 seconds.',
    reason: 'Who reads slowly needs longer.',
  },
  {
    title: 'The bytes decide what a file is',
    statements: ['5.10', '5.9'],
    quote: 'Allowed upload types:',
    instead:
      'A file is judged by its content; its name counts only where text has no mark of its own. The app on the page App ' +
      'Download, an APK, may be uploaded there by super admins.',
    reason: 'A name can say anything.',
  },
  {
    title: 'Calls and fields that the console answers but does not need',
    statements: ['7.34', '7.32', '3.10'],
    quote: 'Call authenticated/file/upload/base64.',
    instead:
      'The console sends files of up to 3 MB as multipart, and larger ones in pieces. Documents of up to 3 MB come by ' +
      'file/download/static; the app and larger ones are saved by their link. The dashboard reads countPerMonthDTOS and ' +
      'serverStats with their history from user/dashboard.',
    reason:
      'Base64 makes the same file a third larger, and an answer of file/download/static would have to fit into memory. All ' +
      'three calls and both fields work as written for other clients.',
  },
  {
    title: 'A preset offers what fits',
    statements: ['3.31'],
    quote: 'SUPPORT, VPN_ISSUE, REGISTRATION, GENERAL, BILLING, OTHER.',
    instead:
      'An installation for a family, a school or a fleet uses fewer kinds of data, shows fewer pages first, and offers other categories for tickets, ' +
      'MY_PHONE and LOST among them. Everything, which the demo and every installation from before presets are, has those of SPEC.',
    reason: 'Nobody should see text messages and a VPN issue on the card of a child.',
  },
  {
    title: 'The version goes up',
    statements: ['1.11', '9.21'],
    quote: 'The dashboard version string is 1.0.20.',
    instead:
      'The sidebar shows the version of what runs. It was 1.0.20 first and is 1.1.0 now, and each release makes it greater.',
    reason:
      'Owners must see what they run. An open console offers to reload, a phone fetches the newer file for Termux, and servers ' +
      'of a cluster refuse one another, by this number.',
  },
];
