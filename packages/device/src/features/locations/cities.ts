import { citiesOfEurope } from './cities-europe.ts';
import { citiesOverseas } from './cities-overseas.ts';

/** Real corners of twelve cities, written down here so that no phone asks anybody for an address. */
export const cities = [...citiesOfEurope, ...citiesOverseas];
