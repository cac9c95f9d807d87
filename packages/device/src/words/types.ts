/** The weight of a short mark, such as the status of a ticket. Its text says the same as its colour. */
export type Tone = 'plain' | 'accent' | 'good' | 'warn' | 'bad';

/** A fact with its name, such as who supervises the device. */
export type Fact = readonly [name: string, value: string];
