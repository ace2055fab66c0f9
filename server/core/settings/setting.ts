/** A setting of the server: declared once, for its start, the list of policies and docs/operations.md. */
import type * as z from 'zod'

/**
 * `never`: no message, log or list has the value. `address`: it may hold credentials, so that messages name the setting
 * alone and lists show it without them. `no`: it is shown.
 */
export type Secrecy = 'never' | 'address' | 'no'

export interface SettingTexts {
  group: string
  title: string
  /** Its effect, in a sentence or two. */
  text: string
}

export interface Setting<S extends z.ZodType = z.ZodType> extends SettingTexts {
  /** From the text of the environment; undefined is its default. */
  schema: S
  secret: Secrecy
  /** True for addresses, paths and sizes of the machine; all other settings are listed as policies. */
  isPlumbing?: true
  /** Further information for operators: only in docs/operations.md, in Markdown. */
  more?: string
  /** The default in the documentation, in Markdown, where the schema does not say it. */
  fallback?: string
  /** The unit of a number: "minutes". */
  unit?: string
  /** The text of an unset or empty value. */
  none?: string
  /** Values that are not shown as they are set, and how they are shown. */
  values?: Readonly<Record<string, string>>
  /** Shows a value that is no number, text or list. */
  show?: (value: never) => string
}

export const setting = <S extends z.ZodType>(declared: Setting<S>): Setting<S> => declared
