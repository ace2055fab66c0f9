/**
 * The names of commands, surfaces and kinds of records: the makers of some add them here by module augmentation, each under a name of its
 * own. A name is never used for another command: audits and users' keymaps keep it.
 */

/** The names of the commands, by owner and area: `reports: { report: 'export' | 'run' }`. */
// oxlint-disable-next-line typescript/no-empty-object-type -- the makers of commands add theirs
export interface CommandNames {}

/** The surfaces that a command may be bound to. */
// oxlint-disable-next-line typescript/no-empty-object-type -- the makers of screens add theirs
export interface ViewNames {}

type IdsOf<Areas> = Areas extends unknown
  ? { [A in keyof Areas & string]: `${A}.${Areas[A] & string}` }[keyof Areas & string]
  : never

export type CommandId = IdsOf<CommandNames[keyof CommandNames]>
/** The kinds of records that the palette finds. */
// oxlint-disable-next-line typescript/no-empty-object-type -- the owners of records add theirs
export interface RecordKinds {}

export type View = keyof ViewNames
export type HitKind = keyof RecordKinds
