import {
  invitationLimits,
  mayOffer,
  offeredTemplates,
  roleTemplates,
  type createInvitation,
  type InputOf,
  type RoleTemplateId,
} from '@fairwatch/contract';
import type { Session } from '../../../core/session/session-store.ts';

/** The form of an invitation. */
export interface InviteDraft {
  name: string;
  email: string;
  /** Null when the admin may offer none. */
  template: RoleTemplateId | null;
  groupIds: readonly number[];
  days: string;
}

/** For how many days an invitation can be valid. */
export const offeredDays: readonly number[] = [1, 3, invitationLimits.defaultDays, 14, invitationLimits.maxDays];

/** The templates of the preset that give no more than the admin holds. */
export function templatesFor(actor: Session): RoleTemplateId[] {
  const { preset, usedKinds } = actor.installation;
  return offeredTemplates[preset ?? 'everything'].filter((id) => mayOffer(actor, id, usedKinds));
}

/** The form as it opens: the first template that does not give everything. */
export function emptyInvite(actor: Session): InviteDraft {
  const template = templatesFor(actor).find((id) => !seesEverything(id)) ?? null;
  return { name: '', email: '', template, groupIds: [], days: String(invitationLimits.defaultDays) };
}

export function seesEverything(template: RoleTemplateId): boolean {
  return roleTemplates[template].adminRole === 'SUPER_ADMIN';
}

export function isAddress(text: string): boolean {
  return text.trim() === '' || /^\S+@\S+\.\S+$/.test(text.trim());
}

/** The input of the call. Groups that were chosen before a template that sees every device are left out. */
export function inputOf(draft: InviteDraft, template: RoleTemplateId): InputOf<typeof createInvitation> {
  const email = draft.email.trim();
  return {
    name: draft.name,
    ...(email !== '' && { email }),
    template,
    groupIds: seesEverything(template) ? [] : [...draft.groupIds],
    days: Number(draft.days),
  };
}
