import {
  groundNotStated,
  type Ground,
  type GroupColour,
  type InputOf,
  type PresetName,
  type RoleTemplateId,
  type createTicket,
} from '@fairwatch/contract';
import type { Rule, Today } from './today.ts';

interface Colleague {
  username: string;
  template: RoleTemplateId;
}

/** Who plays in the story of a family, a school or a fleet, and what they say. */
export interface Cast {
  /** Who invites the lead, where a second admin must agree to something: an owner who invited an admin may not agree for them. */
  head: Colleague | null;
  /** Who looks after the phones. */
  lead: Colleague;
  /** Who looks after the group of phones. */
  helper: Colleague | null;
  /** Who only reads the log. */
  reader: Colleague | null;
  /** Why the lead uses devices. */
  reason: string;
  group: { name: string; colour: GroupColour };
  isInGroup(place: number): boolean;
  /** Zones with the names that phones give to their places, around one place of this phone. */
  zones: readonly { name: string; colour: GroupColour; of: number }[];
  welcome: { title: string; message: string };
  news: { title: string; message: string };
  /** A ticket of the first phone that is closed, and one of the second that waits for its person. */
  solved: { title: string; answers: readonly [string, string] };
  open: { title: string; answer: string };
  /** What the helper asks of the others. */
  request: InputOf<typeof createTicket> | null;
  today(made: { groupId: number; zones: ReadonlyMap<string, number> }): Today;
}

const battery: Rule = {
  name: 'Battery low',
  purpose: 'To bring a charger before the phone is off.',
  condition: { on: 'BATTERY_BELOW', percent: 25 },
  target: { for: 'ALL' },
};

/** A rule about a zone; none where no phone told of that place. */
function zoneRule(
  { groupId, zones }: Parameters<Cast['today']>[0],
  { zone, on, ...words }: Pick<Rule, 'name' | 'purpose'> & { zone: string; on: 'ENTERS_ZONE' | 'LEAVES_ZONE' },
): Rule[] {
  const zoneId = zones.get(zone);
  if (zoneId === undefined) return [];
  return [{ ...words, condition: { on, zoneId, hours: null }, target: { for: 'GROUP', groupId } }];
}

const reviewAfterMs = 182 * 24 * 60 * 60 * 1000;

/** The ground of a minor with this guardian. */
function minorOf(guardian: string, purpose: Ground['purpose']): Ground {
  const reviewOn = new Date(Date.now() + reviewAfterMs).toISOString().slice(0, 10);
  return { ...groundNotStated, purpose, legalBasis: 'PARENTAL', guardian, reviewOn };
}

export const casts: Readonly<Record<Exclude<PresetName, 'everything'>, Cast>> = {
  family: {
    head: null,
    lead: { username: 'ines.zimmer', template: 'OWNER' },
    helper: null,
    reader: null,
    reason: 'We look at this together on Sundays.',
    group: { name: 'Children', colour: 'green' },
    isInGroup: (place) => place < 2,
    zones: [
      { name: 'Home', colour: 'blue', of: 0 },
      { name: 'School', colour: 'green', of: 0 },
    ],
    welcome: {
      title: 'Our family server',
      message: 'You decide what you share, and you can see who looked at it. Tell us if anything bothers you.',
    },
    news: { title: 'Dinner at seven', message: 'Grandma comes too. Please bring bread if you pass the bakery.' },
    solved: {
      title: 'I left the phone on the bus',
      answers: ['I see it at the terminus. Shall I call them?', 'They keep it for you until six.'],
    },
    open: { title: 'The screen has a crack', answer: 'Oh no. Please send us a picture, then we ask the shop.' },
    request: null,
    today: (made) => ({
      pauses: 1,
      rules: [
        ...zoneRule(made, {
          name: 'Home from school',
          purpose: 'So that we know that you got home.',
          zone: 'Home',
          on: 'ENTERS_ZONE',
        }),
        battery,
      ],
      schedule: {
        name: 'Where everybody is',
        purpose: 'So that nobody has to call and ask.',
        commands: ['UPDATE_LOCATIONS'],
        every: 30,
      },
      run: { commands: ['UPDATE_LOCATIONS', 'UPDATE_EVENTS'], reason: 'Who is free on Saturday?' },
      approval: null,
      invitation: { name: 'Aunt Marta', template: 'READ_ONLY' },
      passcode: { ground: minorOf('Ines Zimmer', 'FAMILY'), name: 'Tablet of the children' },
      view: { name: 'Not online', search: 'status=Offline' },
    }),
  },
  school: {
    head: { username: 'greta.holm', template: 'OWNER' },
    lead: { username: 'clara.stein', template: 'OWNER' },
    helper: { username: 'jonas.albrecht', template: 'TEACHER' },
    reader: null,
    reason: 'Preparing the trip to the museum.',
    group: { name: '7b', colour: 'green' },
    isInGroup: () => true,
    zones: [{ name: 'School', colour: 'green', of: 0 }],
    welcome: {
      title: 'Welcome to class 7b',
      message: 'You decide what you share, and you can see who looked at it. Write to us if anything is unclear.',
    },
    news: {
      title: 'Museum trip tomorrow',
      message: 'We meet at 8:30 at the main entrance. Please bring your student card.',
    },
    solved: {
      title: 'I left the phone on the bus',
      answers: ['Shall we look where it is?', 'It is at the terminus. The driver keeps it for you.'],
    },
    open: {
      title: 'The screen has a crack',
      answer: 'Please send us a picture. The school has two spare phones until it is repaired.',
    },
    request: {
      title: 'Phones of the new pupils',
      description: 'Two pupils join after the holidays. I need passcodes for them, with the consent of their parents.',
      category: 'REGISTRATION',
      priority: 'HIGH',
    },
    today: (made) => ({
      pauses: 6,
      rules: [
        ...zoneRule(made, {
          name: 'Leaves school',
          purpose: 'So that nobody gets lost on the way to a lesson elsewhere.',
          zone: 'School',
          on: 'LEAVES_ZONE',
        }),
        battery,
      ],
      schedule: {
        name: 'Apps for the lessons',
        purpose: 'To see before the lesson whose app is missing.',
        commands: ['UPDATE_APPS', 'UPDATE_LOCATIONS'],
        every: 60,
      },
      run: { commands: ['UPDATE_APPS', 'UPDATE_DEVICE_INFO'], reason: 'Who needs a charger for the trip?' },
      approval: 'GALLERY',
      invitation: { name: 'Mr Okafor, class 8a', template: 'TEACHER' },
      passcode: { ground: minorOf('Tomas Weber', 'SCHOOL'), name: 'Mia Weber' },
      view: { name: 'Not online', search: 'status=Offline' },
    }),
  },
  fleet: {
    head: { username: 'greta.holm', template: 'OWNER' },
    lead: { username: 'clara.stein', template: 'OWNER' },
    helper: { username: 'nadia.haddad', template: 'DISPATCHER' },
    reader: { username: 'petra.lang', template: 'WORKS_COUNCIL' },
    reason: 'Planning the rounds of next week.',
    group: { name: 'Vans', colour: 'violet' },
    isInGroup: () => true,
    zones: [{ name: 'Depot', colour: 'violet', of: 0 }],
    welcome: {
      title: 'Phones in the vans',
      message: 'You decide what you share, and you can see who looked at it. Write to us if anything is unclear.',
    },
    news: { title: 'Roadworks on the ring', message: 'Please take the bridge in the north until Friday.' },
    solved: {
      title: 'VPN drops on the train',
      answers: [
        'Does it happen with one provider only, or with both of your cards?',
        'Please switch "Always on" to on, in the settings of the VPN.',
      ],
    },
    open: {
      title: 'Battery empty by noon',
      answer: 'Please send us the page "Battery" of your settings as a picture.',
    },
    request: {
      title: 'Two spare phones for the vans',
      description: 'The phone of van 4 is often out of battery. Could we order two spare ones?',
      category: 'OTHER',
      priority: 'MEDIUM',
    },
    today: (made) => ({
      pauses: 4,
      rules: [
        ...zoneRule(made, {
          name: 'Leaves the depot',
          purpose: 'To tell the first customer when the van comes.',
          zone: 'Depot',
          on: 'LEAVES_ZONE',
        }),
        battery,
      ],
      schedule: {
        name: 'Where the vans are',
        purpose: 'To plan rounds, and to tell customers when you arrive.',
        commands: ['UPDATE_LOCATIONS'],
        every: 15,
      },
      run: { commands: ['UPDATE_DEVICE_INFO', 'UPDATE_CALLS'], reason: 'Which phones must be replaced?' },
      approval: 'CALL_RECORDING',
      invitation: { name: 'Dispatcher of the night shift', template: 'DISPATCHER' },
      passcode: { ground: { ...groundNotStated, purpose: 'WORK', legalBasis: 'CONTRACT' }, name: 'Driver of van 9' },
      view: { name: 'Not online', search: 'status=Offline' },
    }),
  },
};
