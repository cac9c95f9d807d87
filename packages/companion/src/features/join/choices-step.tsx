import { capabilityNames, capabilityRefusal, type Capability } from '@fairwatch/contract';
import { joinWords, keptText, shareCountText, whenSharedText } from '@fairwatch/device/words';
import { Button, Switch, Text, Title } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { browserOffers } from '../../core/browser/browser-offers.ts';
import type { Invitation } from './invitation.ts';
import { StepPage } from './step-page.tsx';
import classes from './step-page.module.css';

interface ChoicesStepProps extends Invitation {
  chosen: readonly Capability[];
  onChange: (capabilities: readonly Capability[]) => void;
  onBack: () => void;
  onAgree: () => void;
}

/** The step to choose what to share. Nothing is preselected; each item says what is read, when, and how long it is kept. */
export function ChoicesStep({ description, chosen, onChange, onBack, onAgree }: ChoicesStepProps) {
  const offers = browserOffers();
  const { words, language } = description.notice;
  const possible = description.usedKinds.filter((name) => capabilityRefusal(offers, name) === null);
  const impossible = description.usedKinds.filter((name) => !possible.includes(name));
  const toggle = (name: Capability, on: boolean) =>
    onChange(capabilityNames.filter((each) => (each === name ? on : chosen.includes(each))));
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
      <Text>{joinWords('choices.intro')}</Text>
      <ul className={classes.list}>
        {possible.map((name) => (
          <li key={name} className={classes.choice}>
            <Switch
              size="lg"
              withThumbIndicator={false}
              label={words[name].title}
              checked={chosen.includes(name)}
              onChange={(event) => toggle(name, event.currentTarget.checked)}
              aria-describedby={`about-${name}`}
            />
            <div id={`about-${name}`}>
              <p lang={language}>{words[name].shares}</p>
              <p>
                {whenSharedText('BROWSER', name)} {keptText(description.keptDays[name])}
              </p>
            </div>
          </li>
        ))}
      </ul>
      {impossible.length > 0 && (
        <>
          <Title order={2}>{joinWords('choices.impossible')}</Title>
          <ul className={classes.list}>
            {impossible.map((name) => (
              <li key={name} className={classes.choice}>
                <span className={classes.unavailable}>{words[name].title}</span>
                <p>{capabilityRefusal(offers, name)}</p>
              </li>
            ))}
          </ul>
        </>
      )}
    </StepPage>
  );
}
