import { roleTemplates, type invitationOffer, type OutputOf } from '@fairwatch/contract';
import { Text, Title } from '@mantine/core';
import { exactTimeText } from '../../../core/components/time/time-texts.ts';
import { currentLanguage } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { TemplateSummary } from '../invitations/template-summary.tsx';
import classes from './invitation.module.css';
import { listText } from '../../../core/i18n/list-text.ts';

/** Who invites, to which installation, and everything that the account will be able to see. */
export function InvitationFacts({ offer }: { offer: OutputOf<typeof invitationOffer> }) {
  const { t } = useTranslation('invitation');
  const { t: tInvitations } = useTranslation('invitations');
  const { invitedBy: name, template, adminRole, access, groups, reduced, expiresAt, installation } = offer;
  const everything = adminRole === 'SUPER_ADMIN';
  const devices = groups.length > 0 ? t('groups', { groups: listText(groups) }) : t('noGroups', { name });
  const until = exactTimeText(new Date(expiresAt), currentLanguage());
  return (
    <>
      <div>
        <Title order={1} tabIndex={-1}>
          {t('title', { name })}
        </Title>
        <Text c="dimmed">{t('to', { host: location.host, template: roleTemplates[template].title })}</Text>
      </div>
      <section className={classes.facts} aria-label={tInvitations('summary.title')}>
        <h2>{tInvitations('summary.title')}</h2>
        <p>{roleTemplates[template].about}</p>
        <ul>
          <li>{everything ? t('allDevices') : devices}</li>
          <li>{everything ? t('reportsToNobody') : t('reportsTo', { name })}</li>
          <li>{t('logged')}</li>
        </ul>
        {reduced && (
          <p role="note" className="fw-sunken">
            {t('reduced')}
          </p>
        )}
        <TemplateSummary everything={everything} access={access} usedKinds={installation.usedKinds} />
      </section>
      <p className="fw-note">{t('expires', { until })}</p>
    </>
  );
}
