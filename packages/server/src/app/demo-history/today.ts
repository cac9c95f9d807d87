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
import { runOnce, runOnSchedule, untilFired, watchFor } from './watching.ts';

export type Rule = Pick<InputOf<typeof createAlertRule>, 'name' | 'purpose' | 'condition' | 'target'>;

/** What differs between demos on the day on which they are opened. */
export interface Today {
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

/** Plays the last minutes before the present: an alert fires, a schedule brings positions up to now, something waits for the owner. */
export async function tellToday(
  life: Life,
  { owner, lead, agreement, asker }: Roles,
  today: Today,
): Promise<Waiting | null> {
  const { schedule, run, approval } = today;
  const all: DeviceSelection = { by: 'MATCHING', search: '', filter: {} };

  await life.ago(14);
  await life.scene('run', () =>
    runOnce(life, lead, { selection: all, action: { action: 'UPDATE', commands: run.commands }, reason: run.reason }),
  );
  await life.ago(6);
  await life.scene('invitation', () => owner.call(createInvitation, { ...today.invitation, days: 14 }));
  await life.scene('passcodes', async () => {
    const { ground, name } = today.passcode;
    const { usedKinds } = await life.server.services.face.read();
    const asked = askedOnDemoGround(ground).filter(({ capability }) => usedKinds.includes(capability));
    await owner.call(savePasscodes, { name, ground, asked, validHours: 72 });
    await owner.call(savePasscodes, { count: 2, ground, asked, validHours: 72 });
  });
  await life.scene('view', () => owner.call(saveView, { list: 'devices', view: { ...today.view, hidden: [] } }));

  // From here on both servers evaluate rules, so both clocks must be the same.
  await life.ago(0);
  for (const rule of today.rules) {
    await life.scene(rule.name, () => watchFor(owner, { ...rule, recipientIds: [] }));
  }
  await life.scene('alert', () => fireByPause(life, owner, today.pauses));
  await life.scene('schedule', async () => {
    const { commands, ...words } = schedule;
    await runOnSchedule(life, owner, { ...words, selection: all, action: { action: 'UPDATE', commands } });
  });
  if (approval === null) return null;
  await life.scene('approval', () => agreeOnce(life, { owner, ...agreement }, approval));
  const [device] = life.devices([1, 2]);
  return device ? { asker: { id: asker.userId, username: asker.username }, approval, deviceId: device.deviceId } : null;
}

/** Sets a rule for pausing, and lets somebody pause for a moment. */
async function fireByPause(life: Life, owner: PastAdmin, place: number): Promise<void> {
  const ruleId = await watchFor(owner, {
    name: 'Somebody pauses',
    purpose: 'So that nobody wonders why a phone is silent.',
    condition: { on: 'SHARING_PAUSED' },
    target: { for: 'ALL' },
    recipientIds: [],
  });
  if (life.devices([place]).length === 0) return;
  await life.person({ kind: 'pause', place });
  await untilFired(life, ruleId);
  await life.person({ kind: 'resume', place });
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
