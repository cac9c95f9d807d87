/** The folder of recordings and pictures that are not sent yet, inside of the state folder. */
export const capturesName = 'captures';
