import { alertEvents, alertFacts, can } from '@fairwatch/contract';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useUrlSearch } from '../../../core/components/filters/use-list-search.ts';
import { PageHeader } from '../../../core/components/page/page-header.tsx';
import { PageTabs } from '../../../core/components/page/page-tabs.tsx';
import { addTexts } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { pageLink } from '../../../core/router/page-link.ts';
import { useAdminSession } from '../../../core/session/session-store.ts';
import { lazyDialog } from '../../../core/shortcuts/opening.tsx';
import { AlertHistory } from './alert-history.tsx';
import { proposedAlert, withoutProposal } from '../first-proposals.ts';
import texts from './alerts.texts.json';
import { RuleList } from './rule-list.tsx';

addTexts('alerts', texts);

// Lazy, because most visits only read.
const RuleDialog = lazyDialog(async () => (await import('./rule-dialog.tsx')).RuleDialog);

/** The page of the alerts that have fired and of the rules that fire them. */
export function AlertsView() {
  const { t } = useTranslation('alerts');
  const { raw, patch } = useUrlSearch();
  const showsRules = raw['tab'] === 'rules';
  const proposed = proposedAlert(raw);
  const [creating, setCreating] = useState(proposed !== null);
  const session = useAdminSession();
  const mayCreate = alertEvents.some((event) =>
    can(session, { access: { permission: alertFacts[event].permission, level: 'READ_ONLY' } }),
  );
  const create = mayCreate && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} aria-haspopup="dialog" onClick={() => setCreating(true)}>
      {t('create')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} actions={create} />
      <Tabs current={showsRules ? 'rules' : 'history'} />
      {showsRules ? <RuleList /> : <AlertHistory />}
      {creating && mayCreate && (
        <RuleDialog
          rule={null}
          proposed={proposed}
          // The list then shows the new rule, on whichever page of all rules it would be.
          onSaved={(name) => patch({ tab: 'rules', search: name, page: undefined, ...withoutProposal })}
          close={() => {
            setCreating(false);
            if (proposed !== null) patch(withoutProposal, { replace: true });
          }}
        />
      )}
    </>
  );
}

function Tabs({ current }: { current: 'history' | 'rules' }) {
  const { t } = useTranslation('alerts');
  return (
    <PageTabs
      label={t('tabs.label')}
      tabs={(['history', 'rules'] as const).map((tab) => ({
        label: t(`tabs.${tab}`),
        link: pageLink('/alerts', { search: tab === 'rules' ? { tab } : {} }),
        isCurrent: tab === current,
      }))}
    />
  );
}
