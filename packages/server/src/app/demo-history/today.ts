import {
  createInvitation,
  savePasscodes,
  saveView,
  updateUsePolicies,
  type DeviceSelection,
  type Ground,
  type InputOf,
  type RoleTemplateId,
  type createAlertRule,
  type UpdateCommand,
} from '@fairwatch/contract';
import { useApproved, type ApprovedKind, type Waiting } from './agreement.ts';
import { askedOnDemoGround } from './asked-kinds.ts';
import type { Life } from './life.ts';
import type { PastAdmin } from './past-admin.ts';
import { range } from './steps.ts';
import { runOnce, runOnSchedule, untilFired, watchFor } from './watching.ts';

export type Rule = Pick<InputOf<typeof createAlertRule>, 'name' | 'purpose' | 'condition' | 'target'>;

/** What differs between demos on the day on which they are opened. */
export interface Today {
  size: number;
  /** Who pauses for some minutes, which fires an alert. */
  pauses: number;
  /** Rules beside the one for pausing. */
  rules: readonly Rule[];
  schedule: { name: string; purpose: string; commands: UpdateCommand[]; every: number };
  /** A run that somebody starts by hand, and whose items are not all allowed. */
  run: { commands: UpdateCommand[]; reason: string };
  /** For which a second admin must agree; null for none. */
  approval: ApprovedKind | null;
  invitation: { name: string; template: RoleTemplateId };
  /** On which the passcodes are that wait to be used, and for whom the first one is. */
  passcode: { ground: Ground; name: string };
  view: { name: string; search: string };
}

interface Roles {
  owner: PastAdmin;
  lead: PastAdmin;
  /** Two admins of whom neither depends on the other, as an agreement demands. */
  agreement: { asks: PastAdmin; agrees: PastAdmin };
  /** Whose request waits for the owner. */
  asker: PastAdmin;
}

/** Plays the last minutes before the present: positions are up to now, an alert has fired, a schedule ran, something waits for the owner. */
export async function tellToday(
  life: Life,
  { owner, lead, agreement, asker }: Roles,
  today: Today,
): Promise<Waiting | null> {
  const { size, schedule, run, approval } = today;
  const all: DeviceSelection = { by: 'MATCHING', search: '', filter: {} };
  const target = { for: 'ALL' } as const;

  await life.ago(14);
  await life.scene('alert rules', async () => {
    for (const rule of today.rules) {
      await life.scene(rule.name, () => watchFor(owner, { ...rule, recipientIds: [] }));
    }
    const paused = await watchFor(owner, {
      name: 'Somebody pauses',
      purpose: 'So that nobody wonders why a phone is silent.',
      condition: { on: 'SHARING_PAUSED' },
      target,
      recipientIds: [],
    });
    await life.ago(12);
    await life.person({ kind: 'pause', place: today.pauses });
    if (life.devices([today.pauses]).length > 0) await untilFired(life, paused);
  });
  await life.ago(10);
  await life.person({ kind: 'resume', place: today.pauses });
  await life.scene('schedule', async () => {
    const { name, purpose, commands, every } = schedule;
    await runOnSchedule(life, owner, {
      minutesAgo: 9,
      name,
      purpose,
      every,
      selection: all,
      action: { action: 'UPDATE', commands },
    });
  });

  await life.ago(6);
  await life.scene('run', () =>
    runOnce(life, lead, { selection: all, action: { action: 'UPDATE', commands: run.commands }, reason: run.reason }),
  );
  await life.ago(5);
  await life.scene('invitation', () => owner.call(createInvitation, { ...today.invitation, days: 14 }));
  await life.scene('passcodes', async () => {
    const { ground, name } = today.passcode;
    const asked = askedOnDemoGround(ground);
    await owner.call(savePasscodes, { name, ground, asked, validHours: 72 });
    await owner.call(savePasscodes, { count: 2, ground, asked, validHours: 72 });
  });
  await life.scene('view', () => owner.call(saveView, { list: 'devices', view: { ...today.view, hidden: [] } }));

  await life.ago(1);
  await life.update(lead, range(0, size), ['locations']);
  if (approval === null) return null;
  await life.scene('approval', () => agreeOnce(life, { owner, ...agreement }, approval));
  const [device] = life.devices([1, 2]);
  return device ? { asker: { id: asker.userId, username: asker.username }, approval, deviceId: device.deviceId } : null;
}

/** Somebody uses the first phone after a second admin has agreed, which holds for half an hour. */
async function agreeOnce(
  life: Life,
  { owner, asks, agrees }: Pick<Roles, 'owner'> & Roles['agreement'],
  approval: ApprovedKind,
): Promise<void> {
  await owner.call(updateUsePolicies, { policies: [{ capability: approval, reason: 'REQUIRED', approval: true }] });
  asks.second = agrees;
  for (const { deviceId } of life.devices([0])) await useApproved(asks, approval, deviceId);
}
