/** A value that a question does not take. The message starts with `must be`; who asked adds the name and the value. */
export class InvalidValue extends Error {}
