import '@mantine/core/styles/Skeleton.layer.css';
import { acknowledgeAlerts, alertList, alertRules, alertStates, limits, type Alert } from '@fairwatch/contract';
import { Button, Group, Skeleton } from '@mantine/core';
import { IconBellRinging, IconCheck, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../core/api/client.ts';
import { query, readError } from '../../../core/api/query.ts';
import { runChange } from '../../../shared/changes/run-change.ts';
import { ClearFilters } from '../../../core/components/filters/clear-filters.tsx';
import { FilterSelect } from '../../../core/components/filters/filter-select.tsx';
import { Filters } from '../../../core/components/filters/filters.tsx';
import { EmptyView } from '../../../core/components/page/empty-view.tsx';
import { ErrorView } from '../../../core/components/page/error-view.tsx';
import frame from '../../../core/components/table/data-table.module.css';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { filterInput, useAlertFilters } from './alert-filters.ts';
import { AlertRow } from './alert-row.tsx';
import classes from './alerts.module.css';

/** Acknowledges alerts, and shows what has changed. */
async function acknowledge(alertIds: readonly number[]): Promise<void> {
  const some = alertIds.slice(0, limits.alert.acknowledgedAtOnce);
  await runChange('alerts', call(acknowledgeAlerts, { alertIds: some }));
}

/** Lists the alerts that have fired, the newest first. Earlier ones follow page by page, each with its own query, so that all of them are live. */
export function AlertHistory() {
  const { t } = useTranslation('alerts');
  const filter = useAlertFilters();
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const select = (ids: readonly number[], on: boolean) =>
    setSelected((before) =>
      on ? new Set([...before, ...ids]) : new Set([...before].filter((id) => !ids.includes(id))),
    );
  const acknowledgeSelected = async () => {
    await acknowledge([...selected]);
    setSelected(new Set());
  };
  const key = JSON.stringify(filter.filters);
  return (
    <div className={frame.panel}>
      <div className={frame.toolbar}>
        <AlertFilters filter={filter} />
        {selected.size > 0 && (
          <Button
            ml="auto"
            leftSection={<IconCheck size={16} aria-hidden />}
            onClick={() => void acknowledgeSelected()}
          >
            {t('history.acknowledge', { count: selected.size })}
          </Button>
        )}
      </div>
      <AlertPages key={key} filters={filter.filters} selected={selected} select={select} />
    </div>
  );
}

interface PagesProps {
  filters: ReturnType<typeof useAlertFilters>['filters'];
  selected: ReadonlySet<number>;
  select: (ids: readonly number[], on: boolean) => void;
}

function AlertPages(props: PagesProps) {
  /** The last alert of each page that is shown; null for the first page. */
  const [befores, setBefores] = useState<readonly (number | null)[]>([null]);
  return befores.map((before, place) => (
    <AlertPage
      key={before ?? 'newest'}
      {...props}
      before={before}
      showMore={place === befores.length - 1 ? (last) => setBefores([...befores, last]) : null}
    />
  ));
}

interface PageProps extends PagesProps {
  before: number | null;
  /** Shows the alerts before this one; null when they are shown. */
  showMore: ((last: number) => void) | null;
}

function AlertPage({ filters, before, selected, select, showMore }: PageProps) {
  const { t } = useTranslation('alerts');
  const { data, error, isPending, refetch } = useQuery(query(alertList, filterInput(filters, before)));
  const failed = readError({ data, error });
  if (failed) return <ErrorView error={failed} retry={refetch} />;
  if (isPending || !data) return <Skeleton height={88} radius="md" aria-busy />;
  const { alerts, more } = data.data;
  if (alerts.length === 0 && before === null) {
    return (
      <EmptyView icon={IconBellRinging} title={t('history.empty')} hint={t('history.emptyHint')} refetch={refetch} />
    );
  }
  const last = alerts.at(-1);
  return (
    <>
      {before === null && <SelectAll alerts={alerts} selected={selected} select={select} />}
      <ul aria-label={t('history.label')}>
        {alerts.map((alert) => (
          <AlertRow
            key={alert.id}
            alert={alert}
            selected={selected.has(alert.id)}
            select={(on) => select([alert.id], on)}
            acknowledge={() => void acknowledge([alert.id])}
          />
        ))}
      </ul>
      {more && last && showMore && (
        <Group justify="center" p="sm">
          <Button variant="light" onClick={() => showMore(last.id)}>
            {t('history.more')}
          </Button>
        </Group>
      )}
    </>
  );
}

function SelectAll({
  alerts,
  selected,
  select,
}: Pick<PagesProps, 'selected' | 'select'> & { alerts: readonly Alert[] }) {
  const { t } = useTranslation('alerts');
  const ids = alerts.filter(({ acknowledgedAt }) => acknowledgedAt === null).map(({ id }) => id);
  if (ids.length < 2) return null;
  return (
    <div className={classes.row}>
      <label className="fw-check">
        <input
          type="checkbox"
          checked={ids.every((id) => selected.has(id))}
          onChange={({ currentTarget }) => select(ids, currentTarget.checked)}
        />
        {t('history.selectAll')}
      </label>
    </div>
  );
}

function AlertFilters({ filter: { filters, active, change, clear } }: { filter: ReturnType<typeof useAlertFilters> }) {
  const { t } = useTranslation('alerts');
  const rules = useQuery(query(alertRules, {})).data?.data ?? [];
  const labels = {
    FIRING: t('state.FIRING'),
    OVER: t('filter.notAcknowledged'),
    ACKNOWLEDGED: t('state.ACKNOWLEDGED'),
  };
  return (
    <>
      <Filters active={active}>
        <FilterSelect
          label={t('filter.state')}
          any={t('filter.anyState')}
          options={alertStates.map((value) => ({ value, label: labels[value] }))}
          value={filters.state}
          onChange={(state) => change({ ...filters, state })}
        />
        <FilterSelect
          label={t('filter.rule')}
          any={t('filter.anyRule')}
          options={rules.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={filters.ruleId === undefined ? undefined : String(filters.ruleId)}
          onChange={(id) => change({ ...filters, ruleId: id === undefined ? undefined : Number(id) })}
        />
      </Filters>
      {filters.deviceId !== undefined && (
        <Button variant="light" rightSection={<IconX size={14} aria-hidden />} onClick={clear}>
          {t('filter.device', { id: filters.deviceId })}
        </Button>
      )}
      {active && filters.deviceId === undefined && <ClearFilters clear={clear} />}
    </>
  );
}
