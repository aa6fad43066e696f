/** Commands that are typed; `create` is what happens without one. */
export const commandNames = ['regenerate-config', 'upgrade', 'doctor', 'connect', 'add'] as const;
export type CommandName = 'create' | (typeof commandNames)[number];
