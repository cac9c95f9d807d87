import { capabilityNames, capabilityRefusal, type Capability } from '@fairwatch/contract';
import {
  askedReason,
  askedSummary,
  askedWords,
  joinWords,
  keptText,
  shareCountText,
  splitAsked,
  whenSharedText,
} from '@fairwatch/device/words';
import { Button, Text, Title } from '@mantine/core';
import { browserOffers } from '../../core/browser/browser-offers.ts';
import { AskedReason } from '../../core/components/asked-reason.tsx';
import { SwitchRow } from '../../core/components/switch-row.tsx';
import type { Invitation } from './invitation.ts';
import { StepPage } from './step-page.tsx';
import classes from './step-page.module.css';

interface ChoicesStepProps extends Invitation {
  chosen: readonly Capability[];
  onChange: (capabilities: readonly Capability[]) => void;
  onBack: () => void;
  onAgree: () => void;
}

/**
 * The step to choose what to share. Nothing is preselected; each item says what is read, when, and how long it is kept. What the passcode
 * asks for comes first, with the reason.
 */
export function ChoicesStep({ description, chosen, onChange, onBack, onAgree }: ChoicesStepProps) {
  const offers = browserOffers();
  const { words, language } = description.notice;
  const possible = description.usedKinds.filter((name) => capabilityRefusal(offers, name) === null);
  const impossible = description.usedKinds.filter((name) => !possible.includes(name));
  const toggle = (name: Capability, on: boolean) =>
    onChange(capabilityNames.filter((each) => (each === name ? on : chosen.includes(each))));
  const { asked, others } = splitAsked(description, possible);
  const choice = (name: Capability) => (
    <li key={name} className={classes.choice}>
      <SwitchRow
        label={words[name].title}
        hint={
          <>
            <AskedReason text={askedReason(description, name)} />
            <p lang={language}>{words[name].shares}</p>
            <p>
              {whenSharedText('BROWSER', name)} {keptText(description.keptDays[name])}
            </p>
          </>
        }
        isOn={chosen.includes(name)}
        onChange={(on) => toggle(name, on)}
      />
    </li>
  );
  return (
    <StepPage
      title={joinWords('choices.title')}
      step={{ number: 3, of: 4 }}
      actions={
        <>
          <Button size="lg" variant="default" onClick={onBack}>
            {joinWords('back')}
          </Button>
          <Button size="lg" onClick={onAgree}>
            {shareCountText(chosen.length)}
          </Button>
        </>
      }
    >
      <Text>{askedSummary(description) ?? joinWords('choices.intro')}</Text>
      {asked.length > 0 && (
        <>
          <Title order={2}>{askedWords('asked', { by: description.askedBy })}</Title>
          <ul className={classes.list}>{asked.map(choice)}</ul>
          <Title order={2}>{askedWords('others')}</Title>
        </>
      )}
      <ul className={classes.list}>{others.map(choice)}</ul>
      {impossible.length > 0 && (
        <>
          <Title order={2}>{joinWords('choices.impossible')}</Title>
          <ul className={classes.list}>
            {impossible.map((name) => (
              <li key={name} className={classes.choice}>
                <span className={classes.unavailable}>{words[name].title}</span>
                <AskedReason text={askedReason(description, name)} />
                <p>{capabilityRefusal(offers, name)}</p>
              </li>
            ))}
          </ul>
        </>
      )}
    </StepPage>
  );
}
