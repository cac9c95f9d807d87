/** A town in which the phones of a small demo are, with places in common. */
export interface Town {
  /** As in Vaduz. */
  city: string;
  /** HOUSEHOLD: they have one home. CLASS: they go to one school. DEPOT: they drive from one place all day. */
  common: 'HOUSEHOLD' | 'CLASS' | 'DEPOT';
  /** Goes to school, not to work. */
  pupil: boolean;
}
