/** Something that happens in a life, on some weekdays or now and then. */
export interface Habit {
  title: string;
  location: string;
  description: string;
  /** 0 is Sunday. */
  weekdays: readonly number[];
  hour: number;
  minute: number;
  minutes: number;
  /** How often it takes place on such a day, from 0 to 1. */
  share: number;
}

const workdays = [1, 2, 3, 4, 5];
const everyDay = [0, 1, 2, 3, 4, 5, 6];

function habit(
  title: string,
  location: string,
  weekdays: readonly number[],
  [hour, minute, minutes]: readonly [number, number, number],
  { share = 1, description = '' } = {},
): Habit {
  return { title, location, weekdays, hour, minute, minutes, share, description };
}

/** What recurs; each person has some of these. */
export const routines: readonly Habit[] = [
  habit('Team stand-up', 'Meeting room 2', workdays, [9, 15, 15], { description: 'Yesterday, today, blockers.' }),
  habit('School run', 'Bright Minds School', workdays, [8, 0, 30], { share: 0.95 }),
  habit('Football training', 'Riverside pitch', [2, 4], [18, 30, 90], { description: 'Bring shin pads and water.' }),
  habit('Piano lesson', 'Music school, room 4', [3], [16, 30, 45], { description: 'Practise the second movement.' }),
  habit('Yoga', 'Metro Gym', [1, 5], [19, 0, 60], { share: 0.8 }),
  habit('Weekly planning', 'Online', [1], [10, 0, 45], { description: 'Link is in the invitation.' }),
  habit('Dinner at Grandma’s', '12 Orchard Street', [0], [12, 30, 120], { share: 0.6 }),
  habit('Language course', 'City Library', [4], [18, 0, 90], { share: 0.9, description: 'Unit 7, pages 58 to 63.' }),
  habit('Swimming', 'Lake View pool', [6], [10, 0, 60], { share: 0.7 }),
  habit('Choir rehearsal', 'Chapel Walk hall', [2], [19, 30, 90]),
];

/** What happens once in a while, to everybody. */
export const occasions: readonly Habit[] = [
  habit('Dentist', 'Alpine Dental', workdays, [14, 30, 40], { share: 0.02, description: 'Check-up, bring the card.' }),
  habit('Haircut', 'High Street', [5, 6], [11, 0, 45], { share: 0.07 }),
  habit('Parents’ evening', 'Bright Minds School, hall', [3], [18, 30, 90], { share: 0.09 }),
  habit('Car service', 'Fairway Cars', workdays, [8, 15, 60], { share: 0.015, description: 'Ask about the brakes.' }),
  habit('Pick up parcel', 'Parcel Depot', everyDay, [17, 0, 20], { share: 0.05, description: 'Code 4471.' }),
  habit('Coffee with a friend', 'Sunrise Cafe', [6, 0], [15, 0, 75], { share: 0.25 }),
  habit('Cinema', 'Market Square', [5, 6], [20, 0, 140], { share: 0.12, description: 'Row F, seats 7 and 8.' }),
  habit('Vet appointment', 'Green Leaf Vet', workdays, [16, 0, 30], { share: 0.015 }),
  habit('Train to the coast', 'Central station, platform 4', [6], [8, 42, 95], { share: 0.08 }),
  habit('Physio', 'Lakeside Physio', [1, 4], [12, 15, 30], { share: 0.1 }),
  habit('Call the landlord', '', workdays, [17, 30, 15], { share: 0.02, description: 'About the heating.' }),
];

/** What somebody puts into a calendar in passing. */
export const notes: readonly string[] = [
  'Return library books',
  'Water the plants',
  'Pay the electricity bill',
  'Phone the insurance',
  'Collect dry cleaning',
  'Buy a birthday present',
  'Renew the travel pass',
  'Print the tickets',
];

/** What runs over whole days. */
export const stretches = [
  { title: 'Holiday', location: 'By the lake', days: 6 },
  { title: 'Bank holiday', location: '', days: 1 },
  { title: 'Company offsite', location: 'Riverside Hotel', days: 2 },
  { title: 'School break', location: '', days: 9 },
] as const;
