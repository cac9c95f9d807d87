import '@mantine/core/styles/Input.layer.css';
import {
  createZone,
  findAddress,
  limits,
  mapFacts,
  updateZone,
  type InputOf,
  type Zone,
  type ZoneShape,
} from '@fairwatch/contract';
import { TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { call } from '../../../core/api/client.ts';
import { query } from '../../../core/api/query.ts';
import { useCan } from '../../../core/components/can.tsx';
import { FormButtons } from '../../../core/forms/form-buttons.tsx';
import { Problem } from '../../../core/forms/problem.tsx';
import { useSaving } from '../../../shared/draft-form/use-saving.ts';
import { useUnsavedChanges } from '../../../core/forms/leave/use-unsaved-changes.ts';
import { ColourChoice } from '../../../shared/group-tags/colour-choice.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import parts from '../../../core/forms/form-parts.module.css';
import { BrowserHint } from '../../../shared/watch-targets/browser-hint.tsx';
import { TargetFields } from '../../../shared/watch-targets/target-fields.tsx';
import { AddressSearch } from './address-search.tsx';
import { ShapeFields } from './shape-fields.tsx';
import { areaOf, hasWrongText, typeInto, zoneInput, type Corner, type DrawStep, type ZoneDraft } from './zone-draft.ts';

interface ZoneFormProps {
  draft: ZoneDraft;
  /** The draft as it was when the form was opened. */
  initial: ZoneDraft;
  onChange: (change: Partial<ZoneDraft>) => void;
  onDraw: (step: DrawStep) => void;
  goTo: (at: Corner) => void;
  /** Shows a zone that was typed on the map. */
  show: (area: ZoneShape) => void;
  /** Called with a zone that was created. */
  onCreated: (zone: Zone) => void;
  close: () => void;
  /** What the map shows, where that needs a word. */
  hint?: string | undefined;
}

/** The form of a zone beside the map. Everything that is drawn there can be typed here. */
export function ZoneForm({ draft, initial, onChange, onDraw, goTo, show, onCreated, close, hint }: ZoneFormProps) {
  const { t } = useTranslation('zones');
  const [tried, setTried] = useState(false);
  const { saving, save } = useSaving('zones', close);
  const { zoneId } = draft;
  const dirty = !saving && JSON.stringify(draft) !== JSON.stringify(initial);
  const confirmLeave = useUnsavedChanges(dirty);
  const mayFind = useCan(findAddress);
  const facts = useQuery({ ...query(mapFacts, {}), staleTime: Number.POSITIVE_INFINITY });
  const { area, problem } = areaOf(draft);
  const missing = hasWrongText(draft) ? 'form.areaWrong' : 'form.areaMissing';
  const heading = useRef<HTMLHeadingElement>(null);
  // Whoever opened it with the keyboard goes on here.
  useEffect(() => heading.current?.focus(), []);

  async function create(input: InputOf<typeof createZone>) {
    const created = await call(createZone, input);
    onCreated(created.data);
    return created;
  }

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    setTried(true);
    const input = zoneInput(draft);
    if (input === null) return;
    await save(zoneId === null ? create(input) : call(updateZone, { zoneId, ...input }));
  }

  /** A circle is placed where an address is; a polygon is drawn there. */
  function choosePlace(at: Corner): void {
    goTo(at);
    if (draft.shape === 'CIRCLE') onDraw(draft.isDrawing ? { do: 'place', at } : { do: 'move', handle: 'centre', at });
  }

  return (
    <form className={parts.form} noValidate onSubmit={(event) => void submit(event)}>
      <Title order={2} size="h4" ref={heading} tabIndex={-1}>
        {zoneId === null ? t(`form.new.${draft.shape}`) : t('form.change', { name: initial.name })}
      </Title>
      {mayFind && facts.data?.data.geocoder && <AddressSearch goTo={choosePlace} />}
      {hint !== undefined && <small>{hint}</small>}
      <ShapeFields
        draft={draft}
        tried={tried}
        onType={(field, text) => onChange(typeInto(draft, field, text))}
        onDraw={onDraw}
        onTyped={() => area && show(area)}
      />
      <Problem text={problem ?? (tried && area === null ? t(missing) : undefined)} />
      <TextInput
        name="name"
        label={t('form.name')}
        withAsterisk
        maxLength={limits.zone.nameMaxLength}
        autoComplete="off"
        value={draft.name}
        error={tried && draft.name.trim() === '' && t('form.nameMissing')}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      <ColourChoice value={draft.colour} onChange={(colour) => onChange({ colour })} />
      <TargetFields of="zone" draft={draft.target} tried={tried} onChange={(target) => onChange({ target })} />
      <BrowserHint draft={draft.target} />
      <FormButtons
        cancelLabel={t('cancel')}
        cancel={() => confirmLeave(close)}
        submitLabel={t(zoneId === null ? 'form.create' : 'form.save')}
        saving={saving}
      />
    </form>
  );
}
