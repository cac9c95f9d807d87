/**
 * The header of a proof that a session was shown something of a device. The server sends it with each answer that was read of a device. A
 * console that reads the same again by itself sends it back: when that is refused, nobody has tried anything, and the log has no line of
 * it. A call without it, or with the proof of another one, was asked for by a person.
 */
export const shownHeader = 'fairwatch-shown';
