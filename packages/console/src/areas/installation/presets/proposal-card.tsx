import {
  capabilities,
  hoursText,
  legalBases,
  presets,
  previewPreset,
  proposedZones,
  purposes,
  type Capability,
  type ConsolePath,
  type PresetName,
} from '@fairwatch/contract';
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { query } from '../../../core/api/query.ts';
import { Card } from '../../../core/components/page/card.tsx';
import { currentLanguage } from '../../../core/i18n/i18n.ts';
import type { Translate } from '../../../core/i18n/translate.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { pageLink } from '../../../core/router/page-link.ts';
import { isUsed } from '../../../core/router/guard.ts';
import { useAdminSession } from '../../../core/session/session-store.ts';
import { ownTimeZone } from '../../../shared/preset/own-time-zone.ts';
import { usePresetTexts } from '../../../shared/preset/use-preset-texts.ts';
import classes from './presets.module.css';
import { listOf } from './list-of.ts';

type Proposing = Exclude<PresetName, 'everything'>;

interface ProposalCardProps {
  preset: Proposing;
  usedKinds: readonly Capability[];
  /** Shows what the rules would change, and asks before they are set. */
  apply: () => void;
}

/** One thing that a preset proposes, with the page where it is set. */
interface Proposal {
  title: string;
  text: string;
  to: Extract<ConsolePath, '/otp-list' | '/retention' | '/reasons' | '/zones' | '/alerts'>;
  /** What the form of that page starts with. */
  search?: Readonly<Record<string, string>>;
  open: string;
  /** True when it is set so; undefined for what the installation cannot compare. */
  isSet?: boolean;
}

/** What the preset proposes. Nothing of it is made silently: each line leads to where it is set. */
export function ProposalCard({ preset, usedKinds, apply }: ProposalCardProps) {
  const { t } = useTranslation('presets');
  const { t: word } = usePresetTexts();
  const session = useAdminSession();
  const input = { preset, usedKinds: [...usedKinds], withRules: true, timeZone: ownTimeZone() };
  const rules = useQuery({ ...query(previewPreset, input), staleTime: 0 }).data?.data;
  const isSet = rules && {
    retention: rules.retention.length === 0,
    hours: rules.hours === null,
    reasons: rules.policies.length === 0,
  };
  const proposals = proposalsOf(preset, usedKinds, t).filter(({ to }) =>
    isUsed(session, { permission: null, path: to }),
  );
  const isAllSet = isSet !== undefined && isSet.retention && isSet.hours && isSet.reasons;
  return (
    <Card
      title={t('proposal.title', { name: word(`name.${preset}`) })}
      about={t('proposal.about')}
      aside={isSet !== undefined && !isAllSet && <Button onClick={apply}>{t('proposal.use')}</Button>}
    >
      <ul className={classes.proposals}>
        {proposals.map(({ about, title, text, to, search = {}, open }) => (
          <li key={title}>
            <div>
              <Text fw={500}>
                {title}{' '}
                {about !== undefined && isSet?.[about] === true && (
                  <span className="fw-pill" data-tone="good">
                    {t('proposal.isSet')}
                  </span>
                )}
              </Text>
              <Text size="sm" c="dimmed">
                {text}
              </Text>
            </div>
            <Button
              variant="default"
              size="compact-md"
              renderRoot={(props) => <Link {...pageLink(to, { search })} {...props} />}
            >
              {open}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The lines of the card. Those with `about` can be compared with what is set. */
function proposalsOf(preset: Proposing, usedKinds: readonly Capability[], t: Translate<'presets'>) {
  const { ground, hours, proposes } = presets[preset];
  const lines: (Omit<Proposal, 'isSet'> & { about?: 'retention' | 'hours' | 'reasons' })[] = [
    {
      title: t('proposal.ground'),
      text: groundText(ground, t),
      to: '/otp-list',
      open: t('proposal.groundOpen'),
    },
    {
      about: 'retention',
      title: t('proposal.retention'),
      text: retentionText(preset, t),
      to: '/retention',
      open: t('proposal.retentionOpen'),
    },
    {
      about: 'hours',
      title: t('proposal.hours'),
      text:
        hours === null
          ? t('proposal.hoursNone')
          : t('proposal.hoursText', { hours: hoursText({ timeZone: ownTimeZone() ?? 'UTC', days: [...hours] }) }),
      to: '/retention',
      open: t('proposal.hoursOpen'),
    },
    {
      about: 'reasons',
      title: t('proposal.reasons'),
      text: reasonsText(preset, usedKinds, t),
      to: '/reasons',
      open: t('proposal.reasonsOpen'),
    },
  ];
  if (proposes !== null) {
    for (const zone of proposes.zones) {
      lines.push({
        title: t('proposal.zone', { zone: t(`proposal.zones.${zone}`) }),
        text: t('proposal.zoneText', { radius: proposedZones[zone].radius }),
        to: '/zones',
        search: { first: zone },
        open: t('proposal.zoneOpen'),
      });
    }
    lines.push({
      title: t('proposal.alert'),
      text: t(`proposal.alerts.${proposes.alert}`),
      to: '/alerts',
      search: { tab: 'rules', first: proposes.alert },
      open: t('proposal.alertOpen'),
    });
  }
  return lines;
}

function groundText({ purpose, legalBasis, minor }: (typeof presets)[Proposing]['ground'], t: Translate<'presets'>) {
  const words = t('proposal.groundText', { purpose: purposes[purpose], basis: legalBases[legalBasis] });
  return minor ? `${words} ${t('proposal.groundMinor')}` : words;
}

function retentionText(preset: Proposing, t: Translate<'presets'>): string {
  const kinds = Object.entries(presets[preset].retention).map(([kind, count]) =>
    t('proposal.days', { title: t(`proposal.kept.${kind}`, { defaultValue: kind }), count }),
  );
  return kinds.length === 0 ? t('proposal.retentionNone') : t('proposal.retentionText', { kinds: listOf(kinds) });
}

function reasonsText(preset: Proposing, usedKinds: readonly Capability[], t: Translate<'presets'>): string {
  const policies = Object.entries(presets[preset].policies).filter(([kind]) => usedKinds.includes(kind as Capability));
  const titles = (both: boolean) =>
    policies
      .filter(([, { approval }]) => approval === both)
      .map(([kind]) => capabilities[kind as Capability].title.toLocaleLowerCase(currentLanguage()));
  const [alone, both] = [titles(false), titles(true)];
  return (
    [
      ...(alone.length > 0 ? [t('proposal.reasonsText', { kinds: listOf(alone) })] : []),
      ...(both.length > 0 ? [t('proposal.reasonsBoth', { kinds: listOf(both) })] : []),
    ].join(' ') || t('proposal.reasonsNone')
  );
}
