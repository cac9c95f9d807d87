import { findAddress, limits } from '@fairwatch/contract';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { textOfError } from '../../../core/api/api-error.ts';
import { useCall } from '../../../core/api/query.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import type { Corner } from './zone-draft.ts';
import classes from './zones.module.css';

/** Moves the map to an address, by the geocoder that the owner configured. */
export function AddressSearch({ goTo }: { goTo: (at: Corner) => void }) {
  const { t } = useTranslation('zones');
  const [text, setText] = useState('');
  const { mutate, data, error, isPending } = useCall(findAddress);
  const { addressMinLength, addressMaxLength } = limits.zone;
  const find = () => {
    if (text.trim().length >= addressMinLength) mutate({ text });
  };
  const places = data?.data;
  return (
    <Stack gap="xs">
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          name="address"
          type="search"
          label={t('form.address')}
          autoComplete="off"
          maxLength={addressMaxLength}
          value={text}
          error={error && textOfError(error)}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // Enter would send the whole form.
            event.preventDefault();
            find();
          }}
        />
        <Button variant="default" loading={isPending} onClick={find}>
          {t('form.find')}
        </Button>
      </Group>
      <ul className={classes.found} aria-live="polite">
        {places?.length === 0 && (
          <li>
            <small>{t('form.noAddress')}</small>
          </li>
        )}
        {places?.map(({ label, latitude, longitude }) => (
          <li key={`${label} ${latitude} ${longitude}`}>
            <button type="button" aria-label={t('form.goTo', { label })} onClick={() => goTo([longitude, latitude])}>
              {label}
            </button>
          </li>
        ))}
      </ul>
    </Stack>
  );
}
