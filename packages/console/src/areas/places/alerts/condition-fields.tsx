import { alertChoices, alertFacts, capabilities, createZone, limits, weekDays } from '@fairwatch/contract';
import { NativeSelect, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { query } from '../../../core/api/query.ts';
import { useCan } from '../../../core/components/can.tsx';
import { Box, Boxes } from '../../../core/forms/boxes.tsx';
import parts from '../../../core/forms/form-parts.module.css';
import { Problem } from '../../../core/forms/problem.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { pageLink } from '../../../core/router/page-link.ts';
import { useAdminSession } from '../../../core/session/session-store.ts';
import { BrowserHint } from '../../../shared/watch-targets/browser-hint.tsx';
import { firstZoneSearch } from '../first-proposals.ts';
import { newHours } from './hours-draft.ts';
import { HoursFields } from './hours-fields.tsx';
import { hasHours, hasTime, hasZone, permittedEvents, type FieldsProps } from './rule-draft.ts';

/** When a rule fired: the event, and what belongs to it. */
export function ConditionFields(props: FieldsProps) {
  const { t } = useTranslation('alerts');
  const { draft, change, problems } = props;
  const permitted = permittedEvents(useAdminSession());
  const events = permitted.includes(draft.event) ? permitted : [draft.event, ...permitted];
  const { capability } = alertFacts[draft.event];
  return (
    <div className={parts.part}>
      <NativeSelect
        name="event"
        label={t('form.on')}
        description={capability && t('form.needs', { capability: capabilities[capability].title })}
        data={events.map((value) => ({ value, label: t(`form.event.${value}`) }))}
        value={draft.event}
        onChange={({ currentTarget }) =>
          change({ event: events.find((event) => event === currentTarget.value) ?? draft.event })
        }
      />
      {hasZone(draft) && <ZoneFields {...props} />}
      {hasTime(draft) && <TimeFields {...props} />}
      {capability === 'LOCATION' && <BrowserHint draft={draft.target} />}
      {draft.event === 'OFFLINE' && (
        <NumberField
          name="minutes"
          label={t('form.minutes')}
          value={draft.minutes}
          problem={problems.includes('minutes') && t('form.minutesWrong')}
          onText={(minutes) => change({ minutes })}
        />
      )}
      {(draft.event === 'BATTERY_BELOW' || draft.event === 'STORAGE_BELOW') && (
        <NumberField
          name="percent"
          label={t('form.percent')}
          value={draft.percent}
          problem={problems.includes('percent') && t('form.percentWrong')}
          onText={(percent) => change({ percent })}
        />
      )}
      {(draft.event === 'APP_APPEARED' || draft.event === 'APP_GONE') && (
        <TextInput
          name="app"
          label={t('form.app')}
          placeholder={t('form.appHint')}
          autoComplete="off"
          maxLength={limits.alert.appNameMaxLength}
          value={draft.app}
          onChange={(event) => change({ app: event.currentTarget.value })}
        />
      )}
      {draft.event === 'APP_VERSION_BELOW' && (
        <TextInput
          name="version"
          label={t('form.version')}
          autoComplete="off"
          value={draft.version}
          error={problems.includes('version') && t('form.versionWrong')}
          onChange={(event) => change({ version: event.currentTarget.value.trim() })}
        />
      )}
    </div>
  );
}

function ZoneFields({ draft, change, problems }: FieldsProps) {
  const { t } = useTranslation('alerts');
  const { data, isSuccess } = useQuery(query(alertChoices, {}));
  const zones = data?.data.zones ?? [];
  const mayDraw = useCan(createZone);
  if (isSuccess && zones.length === 0) {
    return (
      <p className={parts.hint}>
        {t('form.noZones')}{' '}
        {mayDraw && <Link {...pageLink('/zones', { search: firstZoneSearch() })}>{t('form.drawZone')}</Link>}
      </p>
    );
  }
  return (
    <>
      <NativeSelect
        name="zoneId"
        label={t('form.zone')}
        data={[{ value: '', label: '' }, ...zones.map(({ id, name }) => ({ value: String(id), label: name }))]}
        value={draft.zoneId}
        error={problems.includes('zoneId') && t('form.zoneMissing')}
        onChange={({ currentTarget }) => change({ zoneId: currentTarget.value })}
      />
      {hasHours(draft) && <ZoneHours draft={draft} change={change} problems={problems} />}
    </>
  );
}

function ZoneHours({ draft, change, problems }: FieldsProps) {
  const { t } = useTranslation('alerts');
  return (
    <>
      <Box
        label={t('form.hours')}
        checked={draft.hours !== null}
        onChange={(checked) => change({ hours: checked ? newHours('08:00', '17:00') : null })}
      />
      {draft.hours !== null && (
        <HoursFields
          label={t('form.hours')}
          name="hours"
          hours={draft.hours}
          change={(hours) => change({ hours })}
          isWrong={problems.includes('hours')}
        />
      )}
    </>
  );
}

/** A time on some days of the week, and what is told when it was not shared all the time. */
function TimeFields({ draft, change, problems }: FieldsProps) {
  const { t } = useTranslation('alerts');
  const { event, time, days, timeZone } = draft;
  return (
    <fieldset className={parts.set}>
      <legend>{t('form.timeOf', { timeZone })}</legend>
      <Stack gap="xs">
        <TextInput
          name="time"
          type="time"
          label={t(event === 'NOT_ARRIVED' ? 'form.by' : 'form.before')}
          value={time}
          error={problems.includes('time') && t('form.timeMissing')}
          onChange={({ currentTarget }) => change({ time: currentTarget.value.slice(0, 5) })}
        />
        <Boxes
          name="days"
          inline
          options={weekDays.map((value) => ({ value, label: t(`form.day.${value}`) }))}
          chosen={days}
          onChange={(chosen) => change({ days: chosen })}
        />
        {problems.includes('days') && <Problem text={t('form.daysMissing')} />}
        {event === 'NOT_ARRIVED' && <p className={parts.hint}>{t('form.arrivalHint')}</p>}
      </Stack>
    </fieldset>
  );
}

interface NumberFieldProps {
  name: string;
  label: string;
  value: string;
  problem: string | false;
  onText: (text: string) => void;
}

function NumberField({ name, label, value, problem, onText }: NumberFieldProps) {
  return (
    <TextInput
      name={name}
      type="number"
      inputMode="numeric"
      min={1}
      label={label}
      value={value}
      error={problem}
      onChange={(event) => onText(event.currentTarget.value)}
    />
  );
}
