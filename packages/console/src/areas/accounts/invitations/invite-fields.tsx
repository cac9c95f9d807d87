import { roleTemplates, type RoleTemplateId } from '@fairwatch/contract';
import parts from '../../../core/forms/form-parts.module.css';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { useAdminSession } from '../../../core/session/session-store.ts';
import { useGroups } from '../../../shared/group-tags/use-groups.ts';
import classes from './invitations.module.css';
import { templatesFor } from './invite-draft.ts';

interface TemplateFieldsProps {
  template: RoleTemplateId | null;
  choose: (template: RoleTemplateId) => void;
}

/** The role templates that give no more than the signed-in admin holds, each with what it is for. */
export function TemplateFields({ template, choose }: TemplateFieldsProps) {
  const { t } = useTranslation('invitations');
  const session = useAdminSession();
  return (
    <fieldset className={parts.set}>
      <legend>{t('template')}</legend>
      <div className={classes.templates}>
        {templatesFor(session).map((id) => (
          <label key={id} className={classes.template}>
            <input type="radio" name="template" value={id} checked={id === template} onChange={() => choose(id)} />
            <strong>{roleTemplates[id].title}</strong>
            <small>{roleTemplates[id].about}</small>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface GroupFieldsProps {
  /** True for a template whose role sees every device. */
  everything: boolean;
  chosen: readonly number[];
  choose: (groupIds: readonly number[]) => void;
}

/** The groups of the signed-in admin, whose devices the account gets. */
export function GroupFields({ everything, chosen, choose }: GroupFieldsProps) {
  const { t } = useTranslation('invitations');
  // A Super Admin may change all groups, but gives only their own here: a group goes to admins below its owner.
  const groups = (useGroups() ?? []).filter(({ isOwner }) => isOwner);
  if (everything || groups.length === 0) {
    return <p className="fw-note">{t(everything ? 'allDevices' : 'noGroups')}</p>;
  }
  return (
    <fieldset className={parts.set}>
      <legend>{t('groups')}</legend>
      <div className={parts.columns}>
        {groups.map(({ id, name, devices }) => (
          <label key={id} className={parts.box}>
            <input
              type="checkbox"
              name="groupIds"
              checked={chosen.includes(id)}
              onChange={({ currentTarget }) =>
                choose(currentTarget.checked ? [...chosen, id] : chosen.filter((each) => each !== id))
              }
            />
            {t('groupDevices', { name, count: devices })}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
