import {
  acknowledgeAlerts,
  alertChoices,
  alertList,
  alertRules,
  createAlertRule,
  presets,
  switchAlertRule,
  tryAlertRule,
  unreadNotifications,
  type Alert,
  type AlertRule,
  type UserProfile,
} from '@fairwatch/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { pressWhenShown, useFakeServer, waitForText } from '../../../open-page-for-test.tsx';

const server = useFakeServer();
const inputs = (path: string) => server.calls.filter(([called]) => called === path).map(([, input]) => input);

const firing: Alert = {
  id: 9,
  ruleId: 4,
  rule: 'After lessons',
  event: 'ENTERS_ZONE',
  deviceId: 3,
  device: 'Emma’s phone',
  words: 'Entered School',
  beganAt: '2026-11-12T08:00:00.000Z',
  endedAt: null,
  acknowledgedBy: null,
  acknowledgedAt: null,
};
const rule: AlertRule = {
  id: 4,
  name: 'After lessons',
  purpose: 'To know that you arrived',
  condition: { on: 'BATTERY_BELOW', percent: 20 },
  words: 'Battery below 20%',
  target: { for: 'ALL' },
  targetName: null,
  devices: 12,
  recipients: [{ id: 1, name: 'ada' }],
  byMail: false,
  quiet: null,
  on: true,
  owner: 'ada',
  createdAt: '2026-11-01T08:00:00.000Z',
  lastFiredAt: null,
  firing: 2,
  silent: 3,
  mine: true,
};

beforeEach(() => {
  server.answer(unreadNotifications, { count: 0, alerts: 1 });
  server.answer(alertRules, [rule]);
  server.answer(alertChoices, { zones: [{ id: 7, name: 'School' }], recipients: [{ id: 1, name: 'ada' }] });
  server.answer(acknowledgeAlerts, { changed: 1 });
});

describe('an alert that a preset proposes', () => {
  it('is a form with its name, purpose, zone and hours, and leads to the rule once it is saved', async () => {
    const saved = { ...rule, name: 'Leaves School', purpose: 'What the list shows' };
    server.answer(createAlertRule, saved);
    server.answer(alertRules, [saved]);
    const school: Partial<UserProfile> = {
      adminRole: 'SUPER_ADMIN',
      installation: { preset: 'school', usedKinds: [...presets.school.kinds] },
    };
    const page = server.open('/alerts?first=LEAVES_ZONE&zone=7&zoneName=School', undefined, school);
    const value = (name: string) => page.querySelector<HTMLInputElement>(`dialog [name=${name}]`)?.value;
    await vi.waitFor(() => expect(value('zoneId')).toBe('7'));
    expect([value('event'), value('name')]).toEqual(['LEAVES_ZONE', 'Leaves School']);
    expect(inputs('alert/rule/create')).toEqual([]);
    page.querySelector<HTMLElement>('dialog button[type=submit]')?.click();
    await vi.waitFor(() => expect(location.search).toBe('?tab=rules&search=Leaves+School'));
    expect(inputs('alert/rule/create')[0]).toMatchObject({
      name: 'Leaves School',
      condition: { on: 'LEAVES_ZONE', zoneId: 7, hours: { days: presets.school.hours } },
      target: { for: 'ALL' },
    });
    await waitForText(page, 'What the list shows');
  });
});

describe('the page of alerts', () => {
  it('says that there are none', async () => {
    server.answer(alertList, { alerts: [], more: false });
    const page = server.open('/alerts');
    await vi.waitFor(() => expect(page.textContent).toContain('No Alerts available'));
  });

  it('shows what happened to whom, its state, and acknowledges one and several', async () => {
    const over = { ...firing, id: 8, words: 'Left Home', endedAt: '2026-11-12T09:00:00.000Z' };
    const old = { ...over, id: 5, ruleId: null, acknowledgedBy: 'ben', acknowledgedAt: '2026-11-12T10:00:00.000Z' };
    server.answer(alertList, { alerts: [firing, over, old], more: false });
    const page = server.open('/alerts');
    await waitForText(page, 'Entered School');
    for (const words of ['Firing', 'Over', 'Acknowledged by ben', 'After lessons (deleted)', 'Emma’s phone'])
      expect(page.textContent).toContain(words);
    page.querySelector<HTMLButtonElement>('[aria-label="Acknowledge Entered School of Emma’s phone"]')?.click();
    await vi.waitFor(() => expect(inputs('alert/acknowledge')).toEqual([{ alertIds: [9] }]));
    page.querySelectorAll<HTMLInputElement>('input[type=checkbox]')[0]?.click();
    await pressWhenShown(page, 'Acknowledge 2 alerts');
    await vi.waitFor(() => expect(inputs('alert/acknowledge').at(-1)).toEqual({ alertIds: [9, 8] }));
  });

  it('reads earlier ones after the last that it shows, and filters by the address', async () => {
    server.answer(alertList, { alerts: [firing], more: true });
    const page = server.open('/alerts?state=FIRING&device=3');
    await pressWhenShown(page, 'Show earlier ones');
    await vi.waitFor(() => expect(inputs('alert/all').at(-1)).toEqual({ state: 'FIRING', deviceId: 3, before: 9 }));
  });
});

/** A field of the open form. */
const field = async (name: string) =>
  await vi.waitFor(() => {
    const found = document.querySelector<HTMLInputElement | HTMLSelectElement>(`form [name=${name}]`);
    if (!found) throw new Error(`There is no field ${name}.`);
    return found;
  });

const fill = async (name: string, text: string) => {
  const input = await field(name);
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')?.set?.call(input, text);
  input.dispatchEvent(new Event(input instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
};

describe('the rules', () => {
  it('are listed with their state, for how many they are silent, and are switched off', async () => {
    server.answer(switchAlertRule, { ...rule, on: false });
    const page = server.open('/alerts?tab=rules');
    await waitForText(page, 'Battery below 20%');
    for (const words of ['All devices', '12 devices, silent for 3', 'Fires for 2', 'Never'])
      expect(page.textContent).toContain(words);
    page.querySelector<HTMLButtonElement>('[aria-label="Switch off After lessons"]')?.click();
    await vi.waitFor(() => expect(inputs('alert/rule/switch')).toEqual([{ ruleId: 4, on: false }]));
  });

  it('are made in a form, which names what is missing', async () => {
    server.open('/alerts?tab=rules');
    await pressWhenShown(document.body, 'Create');
    await waitForText(document.body, 'Create an alert rule');
    const form = await vi.waitFor(() => {
      const found = document.querySelector('form');
      if (!found) throw new Error('The form is not open yet.');
      return found;
    });
    form.requestSubmit();
    await waitForText(document.body, 'Please give it a name.');
    await waitForText(document.body, 'Choose a zone.');
    expect(inputs('alert/rule/create')).toEqual([]);
  });

  it('ask for a zone, a time and days when somebody did not arrive, and say what is not told', async () => {
    server.answer(createAlertRule, rule);
    server.open('/alerts?tab=rules');
    await pressWhenShown(document.body, 'Create');
    await fill('event', 'NOT_ARRIVED');
    await waitForText(document.body, 'Nothing is told while its location is not shared');
    await waitForText(document.body, 'A phone that joined in a browser tells its place only while that page is open.');
    await fill('time', '');
    await fill('name', 'School');
    await fill('purpose', 'To know that you arrived');
    document.querySelector('form')?.requestSubmit();
    await waitForText(document.body, 'Write a time as 08:15.');
    await waitForText(document.body, 'Choose a zone.');
    await vi.waitFor(async () => expect((await field('zoneId')).textContent).toContain('School'));
    await fill('zoneId', '7');
    await fill('time', '08:15');
    document.querySelector('form')?.requestSubmit();
    await vi.waitFor(() => expect(inputs('alert/rule/create')).toHaveLength(1));
    const timeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    const days = ['MON', 'TUE', 'WED', 'THU', 'FRI'];
    expect(inputs('alert/rule/create')).toMatchObject([
      { condition: { on: 'NOT_ARRIVED', zoneId: 7, time: '08:15', days, timeZone } },
    ]);
  });

  it('are tried on the past week, with the reason where that is not possible', async () => {
    server.answer(tryAlertRule, { untried: 'Only the latest is stored.', fired: 0, devices: 0, examples: [] });
    const page = server.open('/alerts?tab=rules');
    await waitForText(page, 'Battery below 20%');
    page.querySelector<HTMLButtonElement>('[aria-label="Change After lessons"]')?.click();
    await pressWhenShown(document.body, 'Try on the past week');
    await waitForText(document.body, 'It cannot be tried: Only the latest is stored.');
    expect(inputs('alert/rule/try')).toEqual([{ condition: rule.condition, target: { for: 'ALL' } }]);
  });
});
