import { deviceSummary, ownZone, weekReport, type WatchTarget } from '@fairwatch/contract';
import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconChartBar, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../../core/api/client.ts';
import { query } from '../../../core/api/query.ts';
import { SearchBox } from '../../../core/components/filters/search-box.tsx';
import { useListSearch, useUrlSearch } from '../../../core/components/filters/use-list-search.ts';
import { PageHeader } from '../../../core/components/page/page-header.tsx';
import { DataTable } from '../../../core/components/table/data-table.tsx';
import { ListEmptyView } from '../../../core/components/table/list-empty-view.tsx';
import { pageOfRows, wholeList } from '../../../core/components/table/whole-list.ts';
import { useNow } from '../../../core/components/time/use-now.ts';
import { deviceName } from '../../../shared/device-feature/device/device-name.ts';
import { ExportButton } from '../../../core/export/export-button.tsx';
import { useGroups } from '../../../shared/group-tags/use-groups.ts';
import { currentLanguage } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { ReportMailSwitch } from './report-mail.tsx';
import { reportSortFields, rowsOfReport } from './report-rows.ts';
import { readTarget, targetSearch } from './report-target.ts';
import { columnsOf } from './reports.columns.tsx';
import classes from './reports.module.css';
import { TargetChoice } from './target-choice.tsx';
import { recentWeeks, type WeekOption } from './weeks.ts';

const defaults = { sortFields: reportSortFields, sortBy: 'device', sortDirection: 'asc' } as const;

/** Distance, stops and time in zones of a week, for all devices, a group or one device. */
export function ReportsView() {
  const { t } = useTranslation('reports');
  const { raw, patch } = useUrlSearch();
  const view = useListSearch(defaults);
  const weeks = recentWeeks(useNow(), currentLanguage());
  const week = weeks.find(({ value }) => value === raw['week']) ?? weeks[0];
  const target = readTarget(raw);
  const words = useTargetWords(target);
  const monday = week?.value ?? '';
  const columns = useMemo(() => columnsOf(monday), [monday]);
  const input = { week: monday, zone: ownZone(), target };
  const result = useQuery({ ...query(weekReport, input), placeholderData: keepPreviousData });
  const report = result.data?.data;
  const rows = rowsOfReport(report?.rows ?? [], view);
  const list = wholeList(result, rows, view);
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <ReportMailSwitch target={target} words={words} />
      <DataTable
        label={t('title')}
        columns={columns}
        list={list}
        toolbar={
          <>
            <WeekChoice weeks={weeks} value={monday} onChange={(value) => patch({ week: value, page: undefined })} />
            <TargetChoice
              target={target}
              name={words}
              onChange={(chosen) => patch({ ...targetSearch(chosen), page: undefined })}
            />
            <SearchBox label={t('search')} view={view} />
            <ExportButton
              empty={rows.length === 0}
              source={{
                name: t('title'),
                fileWords: ['report', words, input.week],
                columns,
                fetchPage: async (_page, signal) => {
                  const { data } = await call(weekReport, { ...input, export: true }, signal);
                  const all = rowsOfReport(data.rows, view);
                  return {
                    data: all,
                    pagination: pageOfRows(all, { page: 1, pageSize: Math.max(1, all.length) }).pagination,
                  };
                },
              }}
            />
          </>
        }
        empty={<ListEmptyView list={list} icon={IconChartBar} title={t('empty.title')} hint={t('empty.hint')} />}
      />
      {report !== undefined && report.without > 0 && (
        <p className={classes.without}>{t('without', { count: report.without })}</p>
      )}
    </>
  );
}

interface WeekChoiceProps {
  weeks: readonly WeekOption[];
  value: string;
  onChange: (week: string) => void;
}

function WeekChoice({ weeks, value, onChange }: WeekChoiceProps) {
  const { t } = useTranslation('reports');
  const place = weeks.findIndex((week) => week.value === value);
  const step = (by: number) => {
    const next = weeks[place + by];
    if (next) onChange(next.value);
  };
  return (
    <span className={classes.week}>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('before')}
        disabled={place >= weeks.length - 1}
        onClick={() => step(1)}
      >
        <IconChevronLeft size={16} aria-hidden />
      </ActionIcon>
      <NativeSelect
        aria-label={t('week')}
        data={weeks.map((week, index) => ({
          value: week.value,
          label: index === 0 ? t('thisWeek', { week: week.label }) : week.label,
        }))}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <ActionIcon variant="default" size={36} aria-label={t('after')} disabled={place <= 0} onClick={() => step(-1)}>
        <IconChevronRight size={16} aria-hidden />
      </ActionIcon>
    </span>
  );
}

/** The chosen devices in words: all, the name of the group, or that of the device. */
function useTargetWords(target: WatchTarget): string {
  const { t } = useTranslation('reports');
  const groups = useGroups();
  const deviceId = target.for === 'DEVICE' ? target.deviceId : 0;
  const { data } = useQuery({ ...query(deviceSummary, { deviceId }), enabled: deviceId > 0 });
  if (target.for === 'ALL') return t('mail.targetAll');
  if (target.for === 'DEVICE') return data ? deviceName(data.data) : String(deviceId);
  return t('mail.targetGroup', {
    name: groups?.find(({ id }) => id === target.groupId)?.name ?? String(target.groupId),
  });
}
