/**
 * Milliseconds after which a wait says what it waited for, shortly before Vitest ends the test. No limit of a test is nearer:
 * a busy machine is no fault.
 */
export const patience = 600_000;
