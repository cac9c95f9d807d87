import type { GroupColour } from '@fairwatch/contract';
import type { ExpressionSpecification } from 'maplibre-gl';

/** The colours of groups and zones on the map. WebGL cannot read CSS variables, so those of `group-tags.module.css` are repeated here. */
const zoneColours: Readonly<Record<GroupColour, string>> = {
  gray: '#8a8379',
  red: '#d4443c',
  orange: '#d9730d',
  yellow: '#c99a06',
  green: '#3a8f4d',
  teal: '#1f8f86',
  blue: '#2f77c9',
  violet: '#8457c9',
};

/** The colour of a feature by its property `colour`. */
export const colourOfFeature = [
  'match',
  ['get', 'colour'],
  ...Object.entries(zoneColours).flat(),
  zoneColours.gray,
] as unknown as ExpressionSpecification;
