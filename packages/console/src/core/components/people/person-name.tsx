import { Face } from '@fairwatch/look';
import type { ComponentProps } from 'react';
import { apiBaseUrl } from '../../api/environments.ts';
import { breakable } from '../text/breakable.tsx';
import classes from './person-name.module.css';
import { useComponentTexts } from '../use-component-texts.ts';

type InitialsProps = ComponentProps<typeof Face>;

/** The face of somebody; `picture` is a path of the API. */
export function Initials({ picture = '', ...face }: InitialsProps) {
  return <Face {...face} picture={picture === '' ? '' : apiBaseUrl + picture} />;
}

/** The initials and the name of a person. */
export function PersonName({ name }: { name: string }) {
  const { t } = useComponentTexts();
  return (
    <span className={classes.person}>
      <Initials name={name} />
      <span className={classes.name}>{name === '' ? t('noName') : breakable(name)}</span>
    </span>
  );
}
