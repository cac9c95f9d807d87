import {
  canReadDeviceDetails,
  canReadDeviceFacts,
  capabilities,
  capabilityNames,
  deviceStatuses,
  limits,
  previewRule,
} from '@fairwatch/contract';
import { Box, NativeSelect, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { textOfError } from '../../../core/api/api-error.ts';
import { query } from '../../../core/api/query.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { useAdminSession, useUsedKinds } from '../../../core/session/session-store.ts';
import { useComponentTexts } from '../../../core/components/use-component-texts.ts';
import type { checkRule, GroupDraft, RuleText } from './group-draft.ts';
import classes from './groups.module.css';

/** The devices are counted once the admin pauses. */
const debounceMs = 300;

interface RuleEditorProps {
  draft: GroupDraft;
  checked: ReturnType<typeof checkRule>;
  change: (part: Partial<GroupDraft>) => void;
}

/** The conditions of a rule, and how many devices match it now. */
export function RuleEditor({ draft, checked, change }: RuleEditorProps) {
  const { t } = useTranslation('groups');
  const { t: word } = useComponentTexts();
  const { texts, shares } = draft;
  const session = useAdminSession();
  const used = useUsedKinds();
  // A condition on what the admin may not read is refused; one that the rule has already stays, so that it can be taken out.
  const readsFacts = session !== null && canReadDeviceFacts(session);
  const readsDetails = session !== null && canReadDeviceDetails(session);
  const offers = (name: RuleText, isReadable: boolean) => isReadable || texts[name] !== '';
  const set = (field: RuleText, value: string) => change({ texts: { ...texts, [field]: value } });
  const field = (name: RuleText, hint?: string) => ({
    label: t(`edit.${name}`),
    description: hint,
    inputWrapperOrder: ['label', 'input', 'error', 'description'] as ('label' | 'input' | 'error' | 'description')[],
    maxLength: limits.group.textMaxLength,
    autoComplete: 'off',
    value: texts[name],
    error: checked.problems[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => set(name, currentTarget.value),
  });
  return (
    <div className={classes.rule}>
      {offers('appVersionIs', readsFacts) && (
        <TextInput {...field('appVersionIs', t('edit.versionHint'))} inputMode="decimal" />
      )}
      {offers('appVersionBelow', readsFacts) && (
        <TextInput {...field('appVersionBelow', t('edit.versionHint'))} inputMode="decimal" />
      )}
      {offers('osName', readsDetails) && <TextInput {...field('osName', t('edit.osHint'))} />}
      <TextInput {...field('emailDomain', t('edit.domainHint'))} />
      <TextInput {...field('joinedSince')} type="date" />
      <NativeSelect
        label={t('edit.status')}
        data={[
          { value: '', label: t('edit.anyStatus') },
          ...deviceStatuses.map((value) => ({ value, label: word(`status.${value}`) })),
        ]}
        value={texts.status}
        onChange={({ currentTarget }) => set('status', currentTarget.value)}
      />
      {(readsFacts || shares.length > 0) && (
        <Box component="fieldset" className="fw-choices" style={{ gridColumn: '1 / -1' }}>
          <Text component="legend" size="sm" fw={600} mb={4}>
            {t('edit.shares')}
          </Text>
          {capabilityNames
            .filter((each) => used.includes(each) || shares.includes(each))
            .map((capability) => (
              <label key={capability} className="fw-check">
                <input
                  type="checkbox"
                  checked={shares.includes(capability)}
                  onChange={({ currentTarget: { checked: on } }) =>
                    change({
                      shares: capabilityNames.filter((each) => (each === capability ? on : shares.includes(each))),
                    })
                  }
                />
                {capabilities[capability].title}
              </label>
            ))}
        </Box>
      )}
      <MatchingCount checked={checked} />
    </div>
  );
}

function MatchingCount({ checked }: Pick<RuleEditorProps, 'checked'>) {
  const { t } = useTranslation('groups');
  const [key] = useDebouncedValue(checked.rule === null ? null : JSON.stringify(checked.rule), debounceMs);
  const rule = key === null ? { osName: '-' } : (JSON.parse(key) as NonNullable<typeof checked.rule>);
  const { data, error, isPlaceholderData } = useQuery({
    ...query(previewRule, { rule }),
    enabled: key !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const words = () => {
    if (checked.isBlank) return t('edit.noCondition');
    if (checked.rule === null) return '';
    if (error !== null) return textOfError(error);
    return data === undefined || key === null ? t('edit.counting') : t('edit.matches', { count: data.data.devices });
  };
  return (
    <output className={classes.matches} data-refreshing={isPlaceholderData || undefined}>
      {words()}
    </output>
  );
}
