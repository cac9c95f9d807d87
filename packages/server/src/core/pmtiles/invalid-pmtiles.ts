/** A file is no PMTiles file that can be used. The message is a sentence for the owner. */
export class InvalidPmtiles extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'InvalidPmtiles';
  }
}
