import * as fc from 'fast-check';

/** Texts of any code units, also those that cannot be stored: NUL characters and lone surrogates. */
export const hostileText = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 0, max: 0x7f })), { maxLength: 300 })
  .map((units) => String.fromCharCode(...units));
