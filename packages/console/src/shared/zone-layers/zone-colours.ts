import type { ExpressionSpecification } from 'maplibre-gl';
import { groupColourValues } from '../group-tags/group-colours.ts';

/** The colour of a feature by its property `colour`. */
export const colourOfFeature = [
  'match',
  ['get', 'colour'],
  ...Object.entries(groupColourValues).flat(),
  groupColourValues.gray,
] as unknown as ExpressionSpecification;
