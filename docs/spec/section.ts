/** One section of the specification: its statements by number, each in a short sentence of the specification's words. */
export interface Section {
  number: number;
  title: string;
  statements: Readonly<Record<string, string>>;
}
